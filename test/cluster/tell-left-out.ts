import { whatIsMissing } from './programs.ts';

/** Says once, before any test, why some will be left out. */
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
