/** What other modules may do with controllers without an owner, and the desk with all of them. */

export {
  countControllersByStatus,
  countDeskControllers,
  countSilentControllers,
  type DeskControllerRow,
  listControllersOfOwner,
  listDeskControllers,
  listSilentControllers,
  lockController,
  revokeClaimKey,
  sumDoubtedControllers,
} from './controllers-of-provider.repository.ts'
export { createController } from './create-controller.ts'
export { forgetOwner } from './forget-owner.ts'
export { reissueClaimKey, reissueEnrolment } from './reissue.ts'
export { cancelTransfer, releaseController, startTransfer } from './transfer.service.ts'
