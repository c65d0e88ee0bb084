import { hasPromtool } from '../helpers/promtool.ts';
import { whatIsMissing } from './programs.ts';

/** Prints before the tests why some of them are skipped, if any are. */
export default function reportSkipped(): void {
  const missing = whatIsMissing([
    'etcd',
    'patroni',
    'postgres',
    'haproxy',
    'pgbackrest',
    'openssl',
  ]);
  if (process.env['PIS_TEST_FAILOVER'] === undefined) {
    process.stderr.write('Failover tests are skipped: set PIS_TEST_FAILOVER=1.\n');
  }
  if (missing !== null) process.stderr.write(`Tests of the cluster are skipped. ${missing}\n`);
  if (!hasPromtool) {
    const missing = "Debian's package prometheus is missing.";
    process.stderr.write(`Tests of the alert rules are skipped. ${missing}\n`);
  }
}
