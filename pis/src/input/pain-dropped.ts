import { shown } from '../fields/texts.ts';
import type { Report } from '../rows/model.ts';

/** Elements that are left out without a warning, because they do not change a payment. */
const WITHOUT_EFFECT = [
  ...['CdtTrfTxInf', 'PmtInfId', 'NbOfTxs', 'CtrlSum', 'ChrgBr', 'Dbtr'],
  // The account names the agent, and its scheme and currency.
  ...['DbtrAgt/FinInstnId/BIC', 'DbtrAgt/FinInstnId/BICFI', 'DbtrAgt/FinInstnId/Nm'],
  ...['CdtrAgt/FinInstnId/BIC', 'CdtrAgt/FinInstnId/BICFI', 'CdtrAgt/FinInstnId/Nm'],
  ...['DbtrAgt/FinInstnId/ClrSysMmbId/ClrSysId', 'CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId'],
  ...['DbtrAcct/Ccy', 'DbtrAcct/Id/Othr/SchmeNm', 'CdtrAcct/Ccy', 'CdtrAcct/Id/Othr/SchmeNm'],
  ...['DbtrAcct/Nm', 'CdtrAcct/Nm', 'DbtrAcct/Tp', 'CdtrAcct/Tp'],
  'RmtInf/Strd/CdtrRefInf/Tp',
];

/** Maximum number of names that are counted. */
const MAX_NAMES = 100;

/** Counts the elements of a pain.001 that the payment file has no place for. */
export class DroppedElements {
  /** Elements that are read or need no warning, with their inner elements. */
  readonly #known: ReadonlySet<string>;
  /** Elements around known ones. */
  readonly #around = new Set<string>();
  readonly #found = new Map<string, { readonly line: number; count: number }>();

  /** Expects the names of the elements that are read, such as `Cdtr/Nm`. */
  constructor(read: readonly string[]) {
    this.#known = new Set([...read, ...WITHOUT_EFFECT]);
    for (const name of this.#known) {
      for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
        this.#around.add(name.slice(0, at));
      }
    }
  }

  /** Counts an element of a payment or a PmtInf if it is the outermost one that is left out. */
  add(name: string, line: number): void {
    const found = this.#found.get(name);
    if (found !== undefined) found.count += 1;
    else if (!this.#known.has(name) && !this.#around.has(name) && this.#isOutermost(name)) {
      if (this.#found.size < MAX_NAMES) this.#found.set(name, { line, count: 1 });
    }
  }

  #isOutermost(name: string): boolean {
    const end = name.lastIndexOf('/');
    return end < 0 || this.#around.has(name.slice(0, end));
  }

  /** Reports a warning for each name. */
  report(report: Report): void {
    for (const [name, { line, count }] of this.#found) {
      report({
        ...{ type: 'warning', code: 'element-dropped', line, column: shown(name) },
        found: `${String(count)} of these elements`,
        expected: 'elements that the payment file has a place for',
        remedy: 'It is left out. Check that the payments are right without it.',
      });
    }
  }
}
