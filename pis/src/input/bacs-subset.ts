/** A line that is no record of a payment. */
export const LABEL = /^(?:VOL|HDR|UHL|EOF|UTL)\d/;
/** Sums of debits and credits in pence, number of debits, number of credits. */
export const TOTALS = /^UTL1(\d{13})(\d{13})(\d{7})(\d{7})/;

/** Returns true for a contra record, which debits the originator with the sum of the credits. */
export function isContra(record: string): boolean {
  return record.slice(15, 17) === '17';
}

/** Returns the amount of a record in pence, or 0 if it is not valid. */
export function penceOf(record: string): bigint {
  const amount = record.slice(35, 46);
  return /^\d+$/.test(amount) ? BigInt(amount) : 0n;
}

/**
 * Returns a Bacs file with some of the records of a valid one. Labels and records are copied,
 * except the amounts of the contra records and the totals of UTL1. `open` returns the lines with
 * their line ends. They are read twice, because a contra may precede the records that it adds up.
 */
export async function* bacsSubset(
  open: () => AsyncIterable<string>,
  positions: ReadonlySet<number>,
): AsyncGenerator<string, void> {
  const sums = new Map<string, bigint>();
  let [contras, count, credits] = [0, 0, 0n];
  for await (const { line, isRecord, isWanted } of linesWith(open(), positions)) {
    if (isRecord && isContra(line)) contras += 1;
    if (!isWanted) continue;
    const key = keyOf(line, ORIGINATOR);
    sums.set(key, (sums.get(key) ?? 0n) + penceOf(line));
    count += 1;
    credits += penceOf(line);
  }
  let [debits, debitCount] = [0n, 0];
  for await (const { line, isRecord, isWanted } of linesWith(open(), positions)) {
    if (isRecord && isContra(line)) {
      const key = keyOf(line, DESTINATION);
      // The only contra may debit another account than the records name.
      const sum = contras === 1 ? credits : (sums.get(key) ?? 0n);
      sums.delete(key);
      if (sum === 0n) continue;
      debits += sum;
      debitCount += 1;
      yield `${line.slice(0, 35)}${digits(sum, 11)}${line.slice(46)}`;
    } else if (TOTALS.test(line)) {
      const totals = [digits(debits, 13), digits(credits, 13), digits(debitCount, 7)];
      yield line.replace(TOTALS, `UTL1${totals.join('')}${digits(count, 7)}`);
    } else if (!isRecord || isWanted) yield line;
  }
}

/** Columns of the accounts of a record. */
const DESTINATION = [0, 14] as const;
const ORIGINATOR = [17, 31] as const;

/** Returns the account and the processing day for which a contra adds up credits. */
function keyOf(record: string, account: readonly [number, number]): string {
  return `${record.slice(...account)} ${record.slice(100, 106).trim()}`;
}

/** Returns the lines. The records of payments are counted from 1, as the reader counts rows. */
async function* linesWith(lines: AsyncIterable<string>, positions: ReadonlySet<number>) {
  let position = 0;
  for await (const line of lines) {
    const isRecord = !LABEL.test(line) && line.trim() !== '';
    if (isRecord && !isContra(line)) position += 1;
    yield { line, isRecord, isWanted: isRecord && !isContra(line) && positions.has(position) };
  }
}

function digits(value: bigint | number, length: number): string {
  return String(value).padStart(length, '0');
}
