import { join } from 'node:path';
import { deployedSettings } from './deployed.ts';

/**
 * Returns the settings in deploy/ for one etcd member, changed to use its own folder.
 * @param addresses of all members, by their names in deploy/
 */
export function etcdSettings(
  home: string,
  name: string,
  addresses: Readonly<Record<string, string>>,
): Record<string, string> {
  const address = addresses[name] ?? '';
  const { ETCD_INITIAL_CLUSTER: cluster = '', ...others } = deployedSettings('database/etcd.env', {
    'ETCD_NAME=db-1': `ETCD_NAME=${name}`,
    'URLS=https://db-1.bank.internal': `URLS=https://${address}`,
    '10.0.2.1': address,
    '/var/lib/etcd/payments': join(home, 'etcd'),
    '/etc/etcd/': `${home}/`,
  });
  const byAddress = Object.entries(addresses).reduce((text, [machine, at]) => {
    return text.replaceAll(`${machine}.bank.internal`, at);
  }, cluster);
  return { ...others, ETCD_INITIAL_CLUSTER: byAddress };
}
