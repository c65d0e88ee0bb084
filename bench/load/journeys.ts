import { RESOURCES } from '../../test-client/requests.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { paymentBody, SAMPLES, type Sample } from '../helpers/families.ts';
import { PaymentFiles } from '../helpers/payment-file.ts';
import { filePaymentBody, type Tpp } from '../helpers/tpp.ts';
import type { Kind, Mix } from './mix.ts';

/** Runs one named step of a journey and returns its result. */
export type Take = <Result>(step: string, action: () => Promise<Result>) => Promise<Result>;

/** Runs a complete journey. If a step fails, rejects, because the later steps need its result. */
export type Journey = (take: Take) => Promise<void>;

export type Journeys = ReadonlyMap<Kind, Journey>;

interface Party {
  readonly tpp: Tpp;
  /** Number of payments in each file. */
  readonly payments: number;
}

/**
 * Returns a journey for each kind in the mix. Everything that the journeys need is created first.
 */
export async function journeysOf(mix: Mix, party: Party): Promise<Journeys> {
  const kinds = Object.keys(mix) as Kind[];
  const made = kinds.map(async (kind) => [kind, await JOURNEYS[kind](party)] as const);
  return new Map(await Promise.all(made));
}

const JOURNEYS: Readonly<Record<Kind, (party: Party) => Journey | Promise<Journey>>> = {
  /**
   * Creates a consent, uploads a file, approves the consent and submits the payment. Every file is
   * different.
   */
  file: ({ tpp, payments }) => {
    const files = new PaymentFiles({ payments }, 'some outside');
    return async (take) => {
      const file = files.next();
      const consentId = await take('consent', () => tpp.consentFor(file));
      await take('upload', () => tpp.upload(consentId, file));
      const token = await take('decision', () => tpp.approve(consentId));
      const body = filePaymentBody(consentId, file);
      await take('payment', () => tpp.submit(RESOURCES['file-payments'], body, token));
    };
  },
  /** Creates a consent, approves it and submits the payment. */
  single: ({ tpp }) => {
    const { sample, family, consent } = sampleOf('domestic-payments');
    return async (take) => {
      const consentId = await take('consent', () => tpp.register(family, consent));
      const token = await take('decision', () => tpp.approve(consentId));
      const body = paymentBody(sample, consentId);
      await take('payment', () => tpp.submit(family, body, token));
    };
  },
  /** Submits a payment under one consent that all VRP journeys share. */
  vrp: async ({ tpp }) => {
    const { sample, family, consent } = sampleOf('domestic-vrps');
    const consentId = await tpp.register(family, consent);
    const token = await tpp.approve(consentId);
    const body = paymentBody(sample, consentId);
    return async (take) => {
      await take('payment', () => tpp.submit(family, body, token));
    };
  },
};

/** Returns the sample of a family. */
function sampleOf(name: string) {
  const isOfFamily = ({ family }: Sample): boolean => family.name === name;
  const sample = expectDefined(SAMPLES.find(isOfFamily), `a sample of ${name}`);
  return { sample, family: sample.family, consent: JSON.stringify(sample.consent) };
}
