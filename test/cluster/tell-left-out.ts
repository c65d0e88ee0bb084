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
  if (missing !== null) process.stderr.write(`Tests of the cluster are left out. ${missing}\n`);
}
