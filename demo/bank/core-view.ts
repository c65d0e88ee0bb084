import { z } from 'zod';
import { displayAmount, type Pence } from '../../src/shared/money.ts';
import { expect } from '../expect.ts';
import { left, right, type Screen } from '../terminal.ts';
import type { RunningSystem } from './systems.ts';

const Balances = z.object({ accounts: z.array(z.object({ availablePence: z.int() })) });

/** A line in which the core describes an operation. */
const OPERATION = /^(hold|post|credit|release) (\S+): (.*): (\S.*)$/;
const MOVEMENT = /^(\S+) (from|to) (\d{14})$/;

/** Reads the available balance of an account from the core. */
async function balanceIn({ url }: RunningSystem, account: string): Promise<Pence> {
  const answer = await fetch(`${url}/v1/accounts/lookup`, {
    method: 'POST',
    body: JSON.stringify({ accounts: [account] }),
  });
  const [found] = Balances.parse(await answer.json()).accounts;
  expect(found !== undefined, `The core has no account ${account}.`);
  return found.availablePence;
}

/** Shows a balance that the core has reported. */
export async function showBalance(
  screen: Screen,
  core: RunningSystem,
  account: string,
  when: string,
): Promise<Pence> {
  const pence = await balanceIn(core, account);
  const amount = screen.style('bold', right(`GBP ${displayAmount(pence)}`, 20));
  screen.line(`${left(`Balance in the core ${when}`, 40)}${amount}`);
  return pence;
}

/** The operations that a core has performed, as it describes them. */
export class CoreLog {
  readonly #core: RunningSystem;
  #shown = 0;

  constructor(core: RunningSystem) {
    this.#core = core;
  }

  /** Number of operations of a type since the last call of `show`. */
  count(type: string): number {
    const fresh = this.#core.lines.slice(this.#shown);
    return fresh.filter((line) => OPERATION.exec(line)?.[1] === type).length;
  }

  /** Shows the operations since the last call. */
  show(screen: Screen): void {
    screen.line('The core has performed these operations:');
    screen.line();
    const subjects = new Map<string, string>();
    for (const line of this.#core.lines.slice(this.#shown)) {
      const [, type = '', id = '', subject = '', outcome = ''] = OPERATION.exec(line) ?? [];
      if (type === '') continue;
      subjects.set(id, subject);
      const moved = subjects.get(subject.replace(/^hold /, '')) ?? subject;
      const [, amount = '', direction = '', account = ''] = MOVEMENT.exec(moved) ?? [];
      const preposition = type === 'release' ? 'to' : direction;
      const style = outcome === 'done' ? 'green' : 'red';
      const cells = [left(type, 8), right(amount, 9), right(preposition, 5), account];
      screen.line(`  ${cells.join(' ')}  ${screen.style(style, outcome)}`);
    }
    screen.line();
    this.#shown = this.#core.lines.length;
  }
}
