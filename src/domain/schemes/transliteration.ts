/**
 * Spellings in basic Latin letters for characters that Unicode does not decompose into them. The
 * letters follow the conversion table of the European Payments Council (EPC217-08), which includes
 * the Greek and Bulgarian alphabets of the euro area.
 */
const LETTERS =
  'ß ss ẞ SS Æ AE æ ae Œ OE œ oe Ø O ø o Đ D đ d Ð D ð d Þ TH þ th Ł L ł l ı i Ħ H ħ h Ŋ N ŋ n ' +
  'ĸ k ſ s ' +
  'Α A Β V Γ G Δ D Ε E Ζ Z Η I Θ TH Ι I Κ K Λ L Μ M Ν N Ξ X Ο O Π P Ρ R Σ S Τ T Υ Y Φ F Χ CH ' +
  'Ψ PS Ω O ' +
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ' +
  'ψ ps ω o ' +
  'А A Б B В V Г G Д D Е E Ж ZH З Z И I Й Y К K Л L М M Н N О O П P Р R С S Т T У U Ф F Х H Ц TS ' +
  'Ч CH Ш SH Щ SHT Ъ A Ь Y Ю YU Я YA ' +
  'а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ' +
  'ч ch ш sh щ sht ъ a ь y ю yu я ya';

/** Plain spellings of punctuation and currency signs. */
const SIGNS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '‚': "'",
  '`': "'",
  '´': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '"': "'",
  '«': "'",
  '»': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  _: '-',
  '~': '-',
  '=': '-',
  '€': 'EUR',
  '£': 'GBP',
  '&': '+',
  '@': '(at)',
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  '\\': '/',
  '|': '/',
  ';': ',',
  '\t': ' ',
  '\n': ' ',
  '\r': ' ',
};

const SPELLINGS = new Map(Object.entries(SIGNS));
for (const [, character = '', spelling = ''] of LETTERS.matchAll(/(\S+) (\S+)/g)) {
  SPELLINGS.set(character, spelling);
}

/**
 * Returns a spelling of a character in basic Latin letters and plain signs. Returns an empty string
 * for a combining mark, as the marks of composed letters are removed too. Returns undefined if the
 * character has no known spelling.
 */
export function transliterate(character: string): string | undefined {
  const known = SPELLINGS.get(character);
  if (known !== undefined) return known;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (bare === character) return undefined;
  return Array.from(bare, (part) => SPELLINGS.get(part) ?? part).join('');
}
