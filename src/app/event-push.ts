import { readFile } from 'node:fs/promises';
import { linksAt } from '../api/events.ts';
import type { MessageSignatures } from '../domain/ports/signatures.ts';
import { createCallbacks } from '../connections/callback-client.ts';
import type { Interval } from '../shared/interval.ts';
import { startPushing } from '../use-cases/events/push-events.ts';
import type { AccessSettings } from './access.ts';
import type { Core } from './core.ts';

type Parts = Pick<Core, 'profile' | 'store' | 'clock' | 'machineClock' | 'observe' | 'tasks'>;

interface Given {
  readonly signatures: MessageSignatures;
  /** Identifier of the bank in security event tokens. */
  readonly issuer: string;
  readonly access: Pick<AccessSettings, 'apiUrl' | 'clientCaFile'>;
}

/**
 * Starts pushing events to TPPs. Their servers may have a certificate of a public authority, or of
 * an authority of the TPPs' client certificates.
 */
export async function startEventPush(core: Parts, given: Given): Promise<Pick<Interval, 'stop'>> {
  const { profile, store, clock, machineClock, observe, tasks } = core;
  const { signatures, issuer, access } = given;
  const callbacks = createCallbacks({
    authorities: await readFile(access.clientCaFile, 'utf8'),
    allowsLoopback: profile.allowsLocalCallbacks,
  });
  return startPushing({
    ...{ store, callbacks, observe, clock: clock.now, linksOf: linksAt(access.apiUrl) },
    signing: { signatures, issuer, machineClock },
    isOurs: () => tasks.holds('events'),
  });
}
