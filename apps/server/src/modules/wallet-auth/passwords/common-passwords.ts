/**
 * Stems of the passwords people choose most, in the languages of the product. Twelve characters are usually reached by adding digits or by
 * joining two of them, so the policy checks what is left without that padding. Our own list, not a copied one.
 */
export const commonStems: readonly string[] = [
  'abc abcd abcde abcdef access account administrator admin alexander amsterdam angel antwerpen apple august autumn',
  'baby banana barcelona baseball basketball batman beautiful berlin bitcoin blink bonjour boss bucuresti butterfly',
  'captain charlie cheese chelsea chocolate computer cookie crypto daniel dashboard december default demo diamond dolphin donald dragon',
  'ethereum family feyenoord february flower football forever freedom friday friends geheim geheimnis generator ginger google',
  'hallo hashrate heaven hello herfst herzlich holland hunter iloveyou internet iubire januari january jennifer jessica jesus jordan',
  'juli july june juni kapitein kennwort killer kitty lente letmein liebe liverpool login london lottery love maandag manchester',
  'march master matrix matthew merlin michael miner mining monday monkey mustang naruto nederland netflix ninja november october',
  'oktober parola parool pass passw passwd password passwort paswoord pepper phone pokemon porsche princess private purple',
  'qwerty qwertz azerty root romania rotterdam samsung sandra schatz schiff schip scooter secret server shadow ship shipminer',
  'skipper sommer soleil spring starwars summer sunday sunshine super superman test tester tigger timisoara trustno user vacanta',
  'vara vakantie wachtwoord wallet welcome welkom whatever wilkommen willkommen winter wonder zaterdag zomer zondag',
]
  .join(' ')
  .split(' ')
