/**
 * Returns valid JSON in an unusual notation: extra whitespace, escaped names and texts, and numbers
 * with exponents. Tests send it to check that the service returns a TPP's text character for
 * character.
 */
export function spellOddly(value: unknown): string {
  if (typeof value === 'string') return escapeFirst(value);
  if (typeof value === 'number') return value.toExponential();
  if (Array.isArray(value)) return `[ ${value.map(spellOddly).join(' ,\t')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{\n ${membersOddly(value).join('\n,')} }`;
}

/** Returns the fields of an object as JSON in an unusual notation. */
export function membersOddly(object: object): readonly string[] {
  return Object.entries(object).map(
    ([name, value]) => `${escapeFirst(name)} :\t${spellOddly(value)}`,
  );
}

/**
 * Returns an equal JSON value in another notation: no whitespace, no needless escapes, and fields
 * in reverse order.
 */
export function respell(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(respell).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${respell(member)}`,
  );
  return `{${members.reverse().join(',')}}`;
}

function escapeFirst(text: string): string {
  const [first = '', ...others] = text;
  const escaped = first
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escaped.join('')}${JSON.stringify(others.join('')).slice(1)}`;
}
