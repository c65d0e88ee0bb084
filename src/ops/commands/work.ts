import type { Store, AbandonResult } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import type { Pence } from '../../shared/money.ts';
import type { Clock } from '../../shared/time.ts';
import { CommandRefused, type Caller, type ControlCommand } from '../control.ts';
import { operatorAct } from './operator.ts';

/** Maximum number of steps that one command lists or retries. */
const MAX_LISTED = 1000;

interface Parts {
  readonly store: Pick<Store, 'listFailingWork' | 'summariseFailingWork' | 'resumeWork'>;
  readonly abandon: (work: FailingWork, act: Act) => Promise<AbandonResult>;
  /** Wakes the work runner, because work may be due. */
  readonly wake: () => void;
  readonly clock: Clock;
}

/** Result of `work-list`: failed steps, parked steps first, and the total number. */
export interface WorkList {
  readonly listed: readonly FailingWork[];
  readonly total: number;
}

/** Result of `work-retry`: number of steps to be retried, and number of steps that stay parked. */
export interface RetryResult {
  readonly resumed: number;
  readonly parked: number;
}

/** Result of `work-abandon`: the amount returned to the debtors' accounts, in pence. */
export interface AbandonedWork {
  readonly returnedPence: Pence;
}

/** Commands that list failing steps, and that retry or abandon parked ones. */
export function workCommands(parts: Parts): Readonly<Record<string, ControlCommand>> {
  const { store, clock, wake } = parts;
  const result = (value: WorkList | RetryResult | AbandonedWork) =>
    ({ kind: 'result', value }) as const;
  return {
    'work-list': async (_, { send }) => {
      const [listed, summary] = [
        await store.listFailingWork(MAX_LISTED),
        await store.summariseFailingWork(),
      ];
      send(result({ listed, total: summary.failing + summary.parked }));
    },
    'work-retry': async (which, caller) => {
      const id = which === 'all' ? null : readId(which);
      const resumed = await store.resumeWork(id, MAX_LISTED, operatorAct(clock, caller));
      if (resumed === 0 && id !== null) throw notParked(id);
      wake();
      caller.send(result({ resumed, parked: (await store.summariseFailingWork()).parked }));
    },
    'work-abandon': async (which, caller) => {
      const returnedPence = await abandon(parts, readId(which), caller);
      wake();
      caller.send(result({ returnedPence }));
    },
  };
}

async function abandon(
  { store, abandon: giveUp, clock }: Parts,
  id: number,
  caller: Caller,
): Promise<Pence> {
  const [work] = await store.listFailingWork(1, id);
  if (work === undefined) throw notParked(id);
  const abandoned = await giveUp(work, operatorAct(clock, caller));
  switch (abandoned.outcome) {
    case 'abandoned':
      return abandoned.returnedPence;
    case 'notParked':
      throw notParked(id);
    case 'partlyAnswered':
      throw new CommandRefused(
        'The scheme has already answered some of its credits. The payment file is needed to return ' +
          'the others: restore the file, then: npm run work -- retry',
      );
  }
}

function readId(written: string): number {
  if (/^\d{1,15}$/.test(written)) return Number(written);
  throw new CommandRefused('Name the step by its number.');
}

function notParked(id: number): CommandRefused {
  return new CommandRefused(`No step ${String(id)} is parked. See: npm run work -- list`);
}
