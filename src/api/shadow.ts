import { z } from 'zod';
import type { Operation } from '../contract/operations.ts';
import { expectDefined } from '../shared/assert.ts';
import { FaultList, refuse, Refusal } from '../shared/errors.ts';
import { parseJson } from '../shared/json/json.ts';
import type { FamilyVersion } from '../families/common/family-version.ts';
import { shorten } from '../shared/text.ts';
import type { UseCases } from '../use-cases/index.ts';
import { VERSIONS } from '../versions/index.ts';
import { V3_1 } from '../versions/v3.1.ts';
import type { Version } from '../versions/version.ts';
import { errorBody } from './errors.ts';
import { BASE_PATH as EXTENSIONS } from './file-checks.ts';
import { json } from './handlers/parts.ts';
import type { OtherAddress } from './openapi/document.ts';
import type { Address, App, Handler } from './request-context.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { serializeConsent } from './serialize.ts';

/*
 * Shows TPPs how a later version would answer a consent request of v3.1, so that they can prepare
 * the move. Nothing is stored.
 */

const OPERATION = {
  summary: 'Show how a later version would answer a consent request of v3.1',
  resource: 'consent',
  paged: false,
  method: 'POST',
  path: '/shadow/{version}/{consents}',
  grant: 'client',
  idempotent: false,
  body: 'json',
  success: 200,
  answers: 'application/json',
} as const satisfies Operation;

const ShadowAnswer = z.strictObject({
  Data: z.strictObject({
    Version: z.string(),
    /** The request in the form of that version. */
    Request: z.looseObject({}),
    /** The status with which that version would answer. */
    Status: z.int(),
    /** The response of that version. The id of its consent does not exist. */
    Response: z.looseObject({}),
  }),
});

/** The named schema of the response in the API description. */
export const SHADOW_SCHEMAS = { Shadow: ShadowAnswer };

/** The route of shadow requests, as the API description shows it. */
export const SHADOW_ADDRESS: OtherAddress = {
  method: 'post',
  path: `${EXTENSIONS}${OPERATION.path}`,
  tag: 'extensions',
  summary: OPERATION.summary,
  description:
    'An extension of this service. Send the body of a consent request of v3.1. The answer contains ' +
    'the same request in the form of the later version, and the response of that version. Nothing ' +
    'is stored. A request that is not valid in v3.1 gets the errors of v3.1.',
  takesToken: true,
  parameters: ['version', 'consents'].map((name) => ({
    name,
    in: 'path',
    description:
      name === 'version' ? 'The later version.' : 'The resource, such as `domestic-vrp-consents`.',
    schema: { type: 'string' },
  })),
  request: { type: 'application/json', schema: z.looseObject({}) },
  answer: { status: OPERATION.success, type: 'application/json', schema: ShadowAnswer },
};

/** Registers the route of shadow requests. */
export function serveShadows(app: App, pipeline: RequestPipeline, useCases: UseCases): void {
  const route: Address = { name: 'shadow', operation: OPERATION, family: { name: 'extensions' } };
  const handler = shadowHandler(useCases);
  const path = OPERATION.path.replaceAll(/\{(\w+)\}/g, ':$1');
  app.on(OPERATION.method, `${EXTENSIONS}${path}`, ({ env, req }) => {
    const id = `${req.param('version') ?? ''}/${req.param('consents') ?? ''}`;
    return pipeline({ ...env, basePath: EXTENSIONS, id }, route, handler);
  });
}

/** A payment family in v3.1 and in a later version. */
interface Pair {
  readonly older: FamilyVersion;
  readonly newer: FamilyVersion;
  readonly later: Version;
  readonly convert: (text: string) => string;
}

/** The families of the later versions, keyed by version and resource: `v4.0/file-payments`. */
const PAIRS: ReadonlyMap<string, Pair> = new Map(
  VERSIONS.flatMap((later) =>
    later.families.flatMap((newer) => {
      const { family, fromV31: convert } = newer;
      const older = V3_1.families.find((other) => other.family === family);
      if (older === undefined || convert === null) return [];
      return [[`${later.name}/${family.consents}`, { older, newer, later, convert }]];
    }),
  ),
);

function shadowHandler(useCases: UseCases): Handler<Address> {
  return async ({ route, id, body, grant, act, faults, base, now }) => {
    const pair = PAIRS.get(id);
    if (pair === undefined) {
      const message = `Found ${shorten(id)}. Expected one of ${[...PAIRS.keys()].join(', ')}.`;
      return refuse(400, 'notFound', message);
    }
    const { older, newer, later, convert } = pair;
    const sent = expectDefined(body, 'the body');
    const request = { clientId: grant.clientId, act };
    const valid = await useCases.prepareConsent(older, sent, { ...request, faults });
    if (valid instanceof Refusal) return valid;
    const text = convert(sent.text);
    const parsed = parseJson(text);
    const converted = { text, value: 'value' in parsed ? parsed.value : undefined };
    const answered = await useCases.prepareConsent(newer, converted, {
      ...request,
      faults: new FaultList(),
    });
    const origin = base.slice(0, -EXTENSIONS.length);
    const [status, response] =
      answered instanceof Refusal
        ? [answered.status, errorBody(answered, act.by.interactionId ?? '', later)]
        : [
            201,
            serializeConsent(
              newer,
              await useCases.viewConsent(answered, now),
              `${origin}${later.root}/${newer.bases[0] ?? ''}`,
            ),
          ];
    const members = `"Version":"${later.name}","Request":${text}`;
    return json(route, `{"Data":{${members},"Status":${String(status)},"Response":${response}}}`);
  };
}
