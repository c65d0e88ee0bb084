import { join } from 'node:path';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { NOW } from './fixtures.ts';
import { storeSuite } from './suite.ts';

storeSuite('the SQLite store', (directory) =>
  openSqliteStore(join(directory, 'bank.db'), () => NOW),
);
