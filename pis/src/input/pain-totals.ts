import { PisError } from '../rows/model.ts';

/** Decimals that the standard allows in amounts. */
const DECIMALS = 5;

/** Compares the number and the sum of payments with those in the header of a pain.001. */
export class PainTotals {
  #announcedCount: string | undefined;
  #announcedSum: string | undefined;
  #count = 0;
  #sum = 0n;
  #isKnown = true;

  announce(name: string, text: string): void {
    if (name === 'GrpHdr/NbOfTxs') this.#announcedCount = text;
    if (name === 'GrpHdr/CtrlSum') this.#announcedSum = text;
  }

  add(amount: string): void {
    this.#count += 1;
    const units = unitsOf(amount);
    if (units === undefined) this.#isKnown = false;
    else this.#sum += units;
  }

  /** Throws if the header announces another number or sum. */
  assertEqual(): void {
    const announced = this.#announcedCount;
    if (announced === undefined || Number(announced) !== this.#count) {
      throw new PisError(
        `GrpHdr/NbOfTxs is ${announced ?? 'absent'}, but the file has ${String(this.#count)} ` +
          'payments. The file is not complete, or was changed. Export it again.',
      );
    }
    const sum = this.#announcedSum;
    if (sum === undefined || !this.#isKnown || unitsOf(sum) === this.#sum) return;
    throw new PisError(
      `GrpHdr/CtrlSum is ${sum}, but the payments have another sum. Export the file again.`,
    );
  }
}

/** Returns an amount in units of its last allowed decimal, or undefined if it is not valid. */
export function unitsOf(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{0,5}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

/** Returns an amount of such units with at least 2 decimals. */
export function formatUnits(units: bigint): string {
  const digits = String(units).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0{1,3}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}
