import { createHolidays } from '../../../../src/bank/holidays.ts';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { hubRoutes } from '../../../../src/ops/commands/hub.ts';
import type { ShownExchange } from '../../../../src/ops/route-parts.ts';
import { settlementRoutes } from '../../../../src/ops/commands/settlement.ts';
import { openControl } from '../../../../src/ops/control.ts';
import type { ActionStore } from '../../../../src/domain/ports/action-store.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { claimedOperator } from '../../../../src/cli/claimed-operator.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import { arrivalOf, documentOf, messageIdOf } from '../../../contract/store/hub-messages.ts';
import { run, withData, type Data } from '../fixtures.ts';

export interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
}

/** Bacs has an exchange of its own. */
export const EXCHANGES: readonly ShownExchange[] = [
  {
    ...{ name: 'default', address: 'folder:/srv/exchange' },
    instruments: INSTRUMENTS.filter((instrument) => instrument !== 'BACS'),
  },
  { name: 'BACS', address: 'https://bacs.example', instruments: ['BACS'] },
];

/** The facts about returned credits in payment files. */
export const RETURNED = { inFile: { Payee: 'Fresco Ltd' } };

/** Content of every stored file of a message. */
const STORED = 'VOL1\nHDR1\n';

/** A store with the commands about the payment hub of a running service. */
export function withHub(
  use: (world: World) => Promise<void>,
  exchanges: readonly ShownExchange[] = EXCHANGES,
) {
  return withData(async (data) => {
    const { folder, store } = data;
    const openFile = () => Promise.resolve(ReadableStream.from([new TextEncoder().encode(STORED)]));
    const clock = () => LATER;
    const proposeAction: ActionStore['proposeAction'] = (request, act) =>
      store.proposeAction({ ...request, plan: RETURNED }, act);
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        hubRoutes({ store, exchanges, openFile, clock, useCases: { proposeAction } }),
        settlementRoutes({ store, holidays: createHolidays(), clock }),
      ],
      ...{ store, clock, observe: () => undefined },
    });
    try {
      await use({ ...data, ask: (...args) => run('hub', args, folder) });
    } finally {
      await control.close();
    }
  });
}

export const BY = `claimed:${claimedOperator()}`;
export const AT = '2026-03-02 10:00:00 GMT';
export const AFTER = '2026-03-02 10:00:01 GMT';
export const [P, Q] = [messageIdOf('p'), messageIdOf('q')];

/** Receives a document that cannot be read. */
export async function receiveUnreadable({ store }: Data): Promise<void> {
  await store.addDelivery({ sha256: documentOf('a'), bytes: 10 }, arrivalOf('a.xml'), NOW);
  const problem = 'Line 9, column 2: The sum is wrong.';
  await store.setDeliveryAside(documentOf('a'), { code: 'sum', problem });
}
