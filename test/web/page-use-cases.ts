import { createHolidays } from '../../src/bank/holidays.ts';
import { createExchangeRates } from '../../src/bank/rates.ts';
import { createSandboxContracts } from '../../src/sandbox/contracts.ts';
import { createSchemes } from '../../src/schemes/simulated/schemes.ts';
import { openFileStore } from '../../src/store/files/folder/files.ts';
import { openRanges } from '../../src/store/files/ranges.ts';
import { createSpool } from '../../src/store/files/spool.ts';
import { openSearchSegments } from '../../src/store/search/look-up.ts';
import { createUseCases, type UseCases } from '../../src/use-cases/index.ts';
import type { FileWorkerPool } from '../../src/workers/pool.ts';
import { USE_CASE_SETTINGS } from '../helpers/limits.ts';

type Parts = Parameters<typeof createUseCases>[0];
interface Given extends Pick<Parts, 'store' | 'observe' | 'payeeConfirmation' | 'recallWriter'> {
  readonly workers: FileWorkerPool;
}

/** Creates the use cases of a bank with pages. Its payment files are in a folder. */
export function pageUseCases(filesDirectory: string, given: Given): UseCases {
  const [holidays, rates] = [createHolidays(), createExchangeRates()];
  return createUseCases({
    ...{ ...given, holidays, rates, screening: null, coreBanking: null },
    searchIndex: {
      ...given.workers,
      ...openSearchSegments(openRanges({ filesDirectory, bucket: null })),
    },
    contracts: createSandboxContracts(rates),
    isClockGood: () => true,
    files: openFileStore(filesDirectory, given.observe),
    spool: createSpool(filesDirectory, { maxBytes: 0 }),
    schemes: createSchemes(),
    settings: USE_CASE_SETTINGS,
    stopwatch: () => performance.now(),
  });
}
