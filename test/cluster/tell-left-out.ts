import { whatIsMissing } from './programs.ts';

/** Prints once before the tests why some are skipped. */
export default function tellLeftOut(): void {
  const missing = whatIsMissing([
    'etcd',
    'patroni',
    'postgres',
    'haproxy',
    'pgbackrest',
    'openssl',
  ]);
  if (process.env['PIS_TEST_FAILOVER'] === undefined) {
    process.stderr.write('The loss of a primary is left out: set PIS_TEST_FAILOVER=1.\n');
  }
  if (missing !== null) process.stderr.write(`Tests of the cluster are left out. ${missing}\n`);
}
