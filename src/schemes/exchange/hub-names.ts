import type { PeerNames } from '../../connections/peer-errors.ts';

/** The names of a payment hub and its settings in error messages. */
export const HUB_NAMES: PeerNames = {
  peer: 'hub',
  url: 'PIS_SCHEMES',
  certificate: 'PIS_HUB_CERTIFICATE',
  key: 'PIS_HUB_KEY',
  authorities: 'PIS_HUB_CA',
};
