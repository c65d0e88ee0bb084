import type { Config } from '../config/config.ts';
import type { Profile } from './profile.ts';
import { sandboxProfile } from './sandbox.ts';
import { secureProfile } from './secure.ts';

export type { AccessAddresses, AccessFiles, BusinessClock, Profile } from './profile.ts';

/** Returns the profile that PIS_PROFILE names. */
export function profileOf(config: Config): Profile {
  return config.secure === null ? sandboxProfile(config) : secureProfile(config.secure, config);
}
