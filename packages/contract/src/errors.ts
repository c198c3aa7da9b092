import * as z from 'zod/mini'

/** HTTP status and English text of every error a call can answer with. Texts that docs/product.md 8 prescribes are here verbatim. */
type ErrorEntry = { status: number; message: string }

export const errorCatalogue = {
  'invalid-request': { status: 400, message: 'The request is not valid.' },
  'unsupported-media-type': { status: 415, message: 'The content type must be application/json.' },
  'payload-too-large': { status: 413, message: 'The request is too large.' },
  unauthorized: { status: 401, message: 'Authentication required' },
  'session-expired': { status: 401, message: 'Your session has ended. Please sign in again.' },
  'authentication-failed': { status: 401, message: 'Authentication failed' },
  'invalid-credentials': { status: 401, message: 'Login failed. Please check your credentials.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  'not-found': { status: 404, message: 'Not found' },
  'user-not-found': { status: 404, message: 'User not found' },
  'account-exists': { status: 409, message: 'An account for this wallet or email already exists.' },
  'rate-limited': { status: 429, message: 'Too many requests. Please try again in a moment.' },
  'internal-error': { status: 500, message: 'Unknown error occurred' },
  'service-unavailable': {
    status: 503,
    message: 'The service is temporarily unavailable. Please try again.',
  },
  'wallet-address-invalid': { status: 400, message: 'This is not a valid wallet address.' },
  'wallet-signature-required': {
    status: 400,
    message: 'A signature over a message from this server is required to sign in with a wallet.',
  },
  'wallet-kind-unsupported': {
    status: 400,
    message: 'This kind of wallet cannot sign in. Please sign in with email instead.',
  },
  'contract-wallet-unsupported': {
    status: 400,
    message:
      'This wallet is a smart contract, and its signature cannot be checked here. Please sign in with a wallet that has a key of its own, or with email.',
  },
  'setup-incomplete': { status: 400, message: 'Please fill in at least your name and email address.' },
  'account-creation-failed': { status: 500, message: 'Failed to create your account. Please try again.' },
  'password-too-weak': {
    status: 400,
    message: 'Choose a longer or less common password (12 characters or more).',
  },
  'fields-missing': { status: 400, message: 'Please fill in all fields' },
  'demo-login-disabled': { status: 403, message: 'Demo login disabled in production' },
  'claim-key-invalid': { status: 400, message: 'Invalid claim key format. Expected: XXXXXXXX-XXXXXXXX' },
  'claim-key-not-found': { status: 404, message: 'Claim key not found.' },
  'claim-key-revoked': {
    status: 410,
    message: 'This claim key has been revoked. Please ask us for a new one.',
  },
  'controller-already-claimed': {
    status: 409,
    message: 'This controller has already been claimed by another user.',
  },
  'claim-check-failed': { status: 500, message: 'Failed to check claim key. Please try again.' },
  'claim-failed': { status: 500, message: 'Failed to claim controller. Please try again.' },
  'dashboard-unavailable': {
    status: 503,
    message: 'Failed to load mining dashboard. Please check your connection and try again.',
  },
  'controller-data-invalid': { status: 502, message: 'Invalid controller data received' },
  'enrolment-refused': {
    status: 401,
    message: 'This enrolment token is not valid for this controller or was already used.',
  },
  'product-not-found': { status: 404, message: 'The requested product could not be loaded.' },
  'required-fields-missing': { status: 400, message: 'Please fill in all required fields.' },
  'email-invalid': { status: 400, message: 'This is not a valid email address.' },
  'ship-incomplete': { status: 400, message: 'Ship name and ship type are required fields!' },
  'ship-limit-reached': { status: 409, message: 'You can keep at most 100 ships.' },
  'ship-add-failed': { status: 500, message: 'Failed to add ship. Please try again.' },
  'ship-not-found': { status: 404, message: 'Ship not found.' },
  'profile-update-failed': { status: 500, message: 'Failed to update profile. Please try again.' },
  'proof-required': { status: 403, message: 'Please confirm this with your wallet or your password.' },
  'proof-failed': { status: 403, message: 'Your confirmation was not accepted. Please try again.' },
  'email-already-verified': { status: 409, message: 'Your email address is verified already.' },
  'email-not-verified': { status: 409, message: 'Please verify your email address first.' },
  'link-invalid': { status: 410, message: 'This link is not valid any more. Please ask for a new one.' },
  'wallet-not-found': { status: 404, message: 'This wallet is not linked to your account.' },
  'wallet-taken': { status: 409, message: 'This wallet already belongs to an account.' },
  'wallet-limit-reached': { status: 409, message: 'You can link at most 10 wallets.' },
  'last-way-in': {
    status: 409,
    message: 'This is your only way to sign in. Link another wallet or set a password first.',
  },
  'account-of-operator': {
    status: 409,
    message: 'This account works at the desk. It can be deleted once it is no longer an operator.',
  },
  'merge-same-account': { status: 409, message: 'This is the same account. Please choose another one.' },
  'merge-of-operator': {
    status: 409,
    message: 'One of the accounts works at the desk. It can be merged once it is no longer an operator.',
  },
  'merge-money-under-way': {
    status: 409,
    message:
      'Money of one of the accounts is under way: a payout that is being paid, or a payout address that does not count yet. Wait until it is done.',
  },
  'merge-payout-addresses': {
    status: 409,
    message:
      'The accounts do not have the same payout address. Have the person set the same one in both, or keep the account whose address is right.',
  },
  'merge-receipts': {
    status: 409,
    message: 'The same pool income is entered for both accounts. Remove it from one of them first.',
  },
  'account-order-open': {
    status: 409,
    message:
      'An order of this account is not finished, or money of it still goes back. The account can be deleted once that is done.',
  },
  'account-payout-due': {
    status: 409,
    message: 'A payout to this account is due or on its way. The account can be deleted once it is paid.',
  },
  'payout-address-invalid': { status: 400, message: 'This is not a valid Bitcoin address.' },
  'payout-address-unchanged': { status: 409, message: 'This is your payout address already.' },
  'payout-change-not-found': { status: 404, message: 'There is no change of the payout address to cancel.' },
  'api-key-ended': {
    status: 401,
    message: 'This key has ended. Its owner can make a new one on the profile page.',
  },
  'api-key-scope': { status: 403, message: 'This key is not good for this call.' },
  'pool-template-name-taken': { status: 409, message: 'You have a template of this name already.' },
  'too-many-pool-templates': {
    status: 409,
    message: 'You have twenty templates already. Delete one that you no longer use.',
  },
  'too-many-api-keys': {
    status: 409,
    message: 'You have ten keys already. Revoke one that you no longer use.',
  },
  'crew-member-already': { status: 409, message: 'This person is in the crew of this ship already.' },
  'crew-full': { status: 409, message: 'A ship can have 20 people in its crew, those invited included.' },
  'crew-other-mailbox': {
    status: 403,
    message:
      'This invitation is for another email address. Sign in with the account of that address, or make one with it.',
  },
  'crew-own-ship': { status: 409, message: 'This ship is your own: you may do everything on it already.' },
  'orders-disabled': { status: 409, message: 'Orders are being prepared.' },
  'product-not-orderable': { status: 409, message: 'This product cannot be ordered yet.' },
  'quote-required': { status: 409, message: 'For more than 10 units please contact us for a custom quote.' },
  'out-of-stock': { status: 409, message: 'There are not enough of these in stock.' },
  'open-order-exists': {
    status: 409,
    message:
      'You have an open order already. Pay or cancel it first (the link is in our email), or sign in to order more.',
  },
  'too-many-open-orders': {
    status: 409,
    message: 'Several of your orders are not paid yet. Pay or cancel one of them first, or contact us.',
  },
  'verified-email-required': {
    status: 409,
    message:
      'For this quantity we need a verified email address: sign in with an account whose verified address you order with, or ask us for a quote.',
  },
  'price-changed': { status: 409, message: 'The price has changed. Please look at the new total.' },
  'terms-not-accepted': { status: 400, message: 'Please accept the terms.' },
  'vat-number-invalid': { status: 400, message: 'This is not a valid VAT number.' },
  'peppol-id-invalid': { status: 400, message: 'This is not a valid Peppol ID.' },
  'invoice-email-invalid': { status: 400, message: 'The email address for invoices is not valid.' },
  'payment-method-unavailable': { status: 409, message: 'This way of paying is not available now.' },
  'crypto-unavailable': {
    status: 503,
    message: 'Paying with crypto is temporarily unavailable. Please choose another way or try again later.',
  },
  'offer-not-found': { status: 404, message: 'Offer not found.' },
  'offer-over': {
    status: 409,
    message: 'This offer can no longer be accepted: it was accepted, withdrawn or has expired.',
  },
  'order-not-found': { status: 404, message: 'Order not found.' },
  'order-state-conflict': { status: 409, message: 'The order has moved on. Please look at it again.' },
  'order-changed': {
    status: 409,
    message: 'This order has changed since you opened it. Please look at it again.',
  },
  'order-unchanged': { status: 409, message: 'These are the details that the order has already.' },
  'order-money-under-way': {
    status: 409,
    message:
      'A payment in coin is under way for the present total, which this would change. Wait until it has arrived.',
  },
  'invoice-not-found': { status: 404, message: 'There is no invoice for this order.' },
  'payment-intent-not-found': { status: 404, message: 'Payment not found.' },
  'idempotency-key-missing': { status: 400, message: 'The header Idempotency-Key is required.' },
  'idempotency-in-progress': { status: 409, message: 'The same request is still being carried out.' },
  'idempotency-mismatch': { status: 422, message: 'This Idempotency-Key was used for another request.' },
  'controller-not-transferable': {
    status: 409,
    message: 'This controller cannot be transferred like this: it has no owner, or no transfer is under way.',
  },
  'webhook-url-invalid': { status: 400, message: 'This address cannot be used for webhooks.' },
  'telegram-unavailable': {
    status: 409,
    message: 'Telegram cannot be linked right now. Please try again later.',
  },
  'too-many-groups': {
    status: 409,
    message: 'There are 50 groups already. Use one of them, or empty one first.',
  },
  'webhook-not-configured': { status: 409, message: 'No webhook URL configured' },
  'second-factor-required': { status: 403, message: 'Please enter the code of your authenticator.' },
  'role-required': { status: 403, message: 'Your role at the desk may not do this.' },
  'second-operator-required': {
    status: 403,
    message: 'The one who made this may not confirm it: another operator has to.',
  },
  'lead-not-calculable': {
    status: 409,
    message: 'For this ship nothing can be calculated: its power is not known, or no box fits.',
  },
  'mailing-nobody': { status: 409, message: 'Nobody would get this message.' },
  'mailing-not-available': {
    status: 409,
    message: 'This cannot be ordered yet, so nobody is notified that it can.',
  },
  'mailing-not-stopped': { status: 409, message: 'This message is not stopped.' },
  'mailing-over': { status: 409, message: 'This message has left already.' },
  'last-owner': { status: 409, message: 'The desk needs an owner: make somebody else one first.' },
  'passkey-refused': { status: 403, message: 'This passkey could not be verified. Please try again.' },
  'second-factor-wrong': { status: 403, message: 'This code is not right. Please try the next one.' },
  'statement-unreadable': {
    status: 400,
    message:
      'This file is not a CAMT or MT940 statement, or it is damaged. If your bank gives you a ZIP file, unpack it first.',
  },
  'statement-of-other-account': {
    status: 400,
    message: 'This statement is of another account than the one buyers transfer to.',
  },
  'bank-entry-settled': {
    status: 409,
    message: 'This entry has been settled already. Please look at the list again.',
  },
  'pool-file-unreadable': {
    status: 400,
    message: 'This is not a file of payments: no line names a column of dates and one of amounts.',
  },
  'pool-address-watched': { status: 409, message: 'This address is watched already.' },
  'pool-address-not-found': { status: 404, message: 'There is no such address.' },
  'books-one-year': { status: 400, message: 'This format holds one calendar year.' },
  'bank-takes-too-much': { status: 409, message: 'More would be taken back than was booked on this order.' },
  'refund-address-invalid': {
    status: 400,
    message: 'This is not a valid account or address for this way of payment. Please check every character.',
  },
  'refund-code-wrong': {
    status: 403,
    message: 'This code is wrong or not valid any more. Please check it, or have a new one sent.',
  },
  'refund-proof-invalid': {
    status: 400,
    message:
      'This is not the id of a transaction: Bitcoin has 64 characters of 0–9 and a–f, Ethereum and its relatives 0x and 64 of them.',
  },
  'vat-case-unfit': {
    status: 409,
    message: 'This treatment of the VAT is not switched on, or does not fit this order.',
  },
  'vat-number-unconfirmed': {
    status: 409,
    message: 'The register (VIES) does not confirm the buyer’s VAT number now.',
  },
  'firmware-too-large': { status: 400, message: 'This file is larger than any firmware of such a miner.' },
  'firmware-quota': {
    status: 409,
    message: 'There is no room for this file. Please delete a file that you do not need any more.',
  },
  'firmware-digest': {
    status: 409,
    message: 'The file did not arrive as it was announced. Please upload it again.',
  },
  'firmware-misfit': { status: 400, message: 'This file is not firmware for that model and version.' },
  'firmware-other-model': {
    status: 400,
    message: 'This file is for another model than one of these miners.',
  },
  'firmware-busy': {
    status: 409,
    message: 'Firmware is being installed there. Please wait until that has ended.',
  },
  'rollout-conflict': {
    status: 409,
    message: 'Another rollout is under way, or this one has moved on. Please look at it again.',
  },
  'rollout-empty': { status: 400, message: 'There is no enrolled controller in the first stage.' },
  'alert-state-conflict': {
    status: 409,
    message: 'Somebody else has changed this alert. Please look at it again.',
  },
  'control-parameters-missing': { status: 400, message: 'This action needs a value.' },
  'nothing-to-restore': { status: 409, message: 'There is nothing to put back.' },
  'port-not-of-miners': {
    status: 400,
    message: 'Miners do not answer on this port. They use 4028, 80, 443 or 4433.',
  },
  'ip-address-invalid': { status: 400, message: 'This is not a valid address in a private network.' },
  'controller-too-old': { status: 409, message: 'The version of this controller is too old for it.' },
  'controller-offline': { status: 503, message: 'The controller is not connected now.' },
  'fault-report-limit': {
    status: 409,
    message: 'You have opened 10 reports in the last 24 hours. Please write in one of them.',
  },
  'fault-report-conflict': {
    status: 409,
    message: 'This report has moved on. Please look at it again.',
  },
  'product-changed': {
    status: 409,
    message: 'This product has changed in the meantime. Please look at it again.',
  },
  'setting-changed': {
    status: 409,
    message: 'This has been changed in the meantime. Please look at it again.',
  },
  'earlier-price-too-high': {
    status: 409,
    message:
      'The earlier price is too high: it may be no higher than the lowest price of the 30 days before the reduction.',
  },
  'earlier-price-not-higher': { status: 400, message: 'An earlier price must be higher than the price.' },
  'unsubscribe-link-invalid': {
    status: 404,
    message: 'This link to unsubscribe is not complete. Please use the whole link of the mail.',
  },
  'account-unconfirmed': {
    status: 409,
    message: 'The account of the settings is new: two operators have to confirm it first.',
  },
  'recipient-missing': {
    status: 409,
    message: 'This person has no confirmed email address that it could be sent to.',
  },
  'receipt-paid-out': {
    status: 409,
    message: 'This income was paid out already, or is kept in a payout that waits. It cannot be taken back.',
  },
  'payout-run-not-found': { status: 404, message: 'Payout run not found.' },
  'refund-run-not-found': { status: 404, message: 'There is no such run of refunds.' },
  'refund-run-empty': { status: 409, message: 'No refund is waiting to be paid this way.' },
  'refund-account-missing': { status: 409, message: 'The company account (COMPANY_IBAN) is not set.' },
  'payout-run-conflict': { status: 409, message: 'The payout run has moved on. Please look at it again.' },
  'payouts-changed': { status: 409, message: 'What is due has changed. Please look at it again.' },
  'payout-address-changed': {
    status: 409,
    message: 'The payout address of an owner has changed since. Please cancel this run and make a new one.',
  },
  'payout-setup-missing': {
    status: 409,
    message: 'Payouts are not set up for this: the account key or a source of the chain is missing.',
  },
  'payout-source-unavailable': {
    status: 503,
    message: 'The source of the chain does not answer now. Please try again.',
  },
  'payout-run-too-large': {
    status: 409,
    message: 'This is too much for one transaction. Please pay it by hand, in parts.',
  },
  'payout-coin-spent': {
    status: 409,
    message:
      'A coin of the transaction made before has been spent. If that paid this run, import it; if not, cancel the run and make a new one.',
  },
  'payout-transaction-invalid': {
    status: 400,
    message: 'This is no transaction: give its hex, a PSBT in base64, or its id.',
  },
  'payout-transaction-unsigned': { status: 409, message: 'This transaction is not fully signed yet.' },
  'payout-transaction-not-found': {
    status: 409,
    message: 'No source of the chain knows this transaction. Please give the signed transaction itself.',
  },
  'payout-transaction-used': {
    status: 409,
    message: 'This transaction is written down already, or could be paid beside the first one.',
  },
  'payout-send-refused': { status: 409, message: 'The network did not take this transaction.' },
  'test-functions-disabled': { status: 404, message: 'Test functions disabled in production' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue

/**
 * Every code.
 *
 * @internal For tests.
 */
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[]

/** Body of every failure: `error` and `message` carry the English words, `code` is for programs. */
export const FailureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  /** What is wrong where, for `invalid-request`. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Who may do it, beside `role-required`. */
  roles: z.optional(z.array(z.string())),
  /** Single-use ticket that proves a wallet, beside `user-not-found` at wallet login. */
  registrationToken: z.optional(z.string()),
  requestId: z.optional(z.string()),
})
export type Failure = z.infer<typeof FailureSchema>
