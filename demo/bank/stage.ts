import type { Narrator } from '../narrator.ts';
import type { Screen } from '../terminal.ts';
import type { Bank } from './bank.ts';
import type { CoreLog } from './core-view.ts';
import type { BankTpp } from './tpp.ts';

/** The bank, the TPP and the output, for all steps of the demo. */
export interface Stage {
  readonly screen: Screen;
  readonly narrator: Narrator;
  readonly bank: Bank;
  readonly tpp: BankTpp;
  readonly operations: CoreLog;
}
