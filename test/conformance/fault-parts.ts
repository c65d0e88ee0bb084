import type { Config } from '../../conformance/src/config.ts';
import { readScenarios } from '../../conformance/src/scenario.ts';
import { joseHeaderOf } from '../../conformance/src/signatures.ts';
import { jsonIn, type Answered, type Asked, type Fault, type Json } from './faulty-bank.ts';

/** A fault, and the scenarios that find it. */
export interface FaultCase {
  readonly name: string;
  readonly version?: 'v4.0';
  readonly fault: Fault;
  /** Returns changes of the configuration. */
  readonly settings?: (config: Config) => Partial<Config>;
  /** Ids of scenarios that fail. */
  readonly fails: readonly string[];
  /** Ids of other scenarios that may fail because of the same fault. By default, none. */
  readonly may?: RegExp;
}

export const isConsent = ({ method, path }: Asked) =>
  method === 'POST' && path === '/file-payment-consents';
export const isConsentRead = ({ method, path }: Asked) =>
  method === 'GET' && /^\/file-payment-consents\/[^/]+$/.test(path);
export const isUpload = ({ method, path }: Asked) => method === 'POST' && path.endsWith('/file');
export const isDownload = ({ method, path }: Asked) => method === 'GET' && path.endsWith('/file');
export const isPayment = ({ method, path }: Asked) =>
  method === 'POST' && path === '/file-payments';
export const isPaymentRead = ({ method, path }: Asked) =>
  method === 'GET' && /^\/file-payments\/[^/]+$/.test(path);
export const isDetails = ({ path }: Asked) => path.endsWith('/payment-details');
export const isReport = ({ path }: Asked) => path.endsWith('/report-file');
export const isAny = () => true;

export type Which = (asked: Asked) => boolean;

/** Returns the ids of the scenarios of v3.1 in which such a request must have this status. */
export function expecting(isSuch: (send: string) => boolean, status: number): readonly string[] {
  const matching = readScenarios().filter(
    ({ versions, steps }) =>
      versions.includes('v3.1') &&
      steps.some((step) => 'send' in step && isSuch(step.send) && step.expect.status === status),
  );
  return matching.map(({ id }) => id);
}

/** Returns a fault that accepts signatures which the bank refuses. */
export function acceptSignatures(
  isAccepted: (header: Readonly<Record<string, unknown>>) => boolean,
): Fault {
  return {
    request: (asked) => {
      const value = asked.headers['x-jws-signature'] ?? '';
      const isSigned = asked.method === 'POST' && value.includes('..');
      if (isSigned && isAccepted(joseHeaderOf(value))) asked.isSignedAgain = true;
      return undefined;
    },
  };
}

/** Returns a pattern for ids that start with one of these texts. */
export const startingWith = (...starts: readonly string[]) => new RegExp(`^(${starts.join('|')})`);

/** Returns the consent's id in the path of a request. */
const consentIdIn = ({ path }: Asked): string => path.split('/')[2] ?? '';

/** Returns the object in a member, or an empty one. */
export function objectIn(value: unknown, name: string): Json {
  const member = (value as Json | undefined)?.[name] ?? {};
  return typeof member === 'object' ? (member as Json) : {};
}

/** Replaces a status of HTTP by another one. */
export function status(which: Which, from: number, to: number): Fault {
  return {
    response: (answered, asked) => {
      if (which(asked) && answered.status === from) answered.status = to;
    },
  };
}

/** Changes the JSON body of responses. */
export function body(which: Which, change: (json: Json, asked: Asked) => void): Fault {
  return {
    response: (answered, asked) => {
      const json = jsonIn(answered.body);
      if (!which(asked) || Object.keys(json).length === 0) return;
      change(json, asked);
      answered.body = Buffer.from(JSON.stringify(json));
    },
  };
}

/** Changes Data in the body of successful responses. */
export function data(which: Which, change: (data: Json, asked: Asked) => void): Fault {
  return body(which, (json, asked) => {
    // A payment file has Data too.
    if (json['Data'] !== undefined && !isDownload(asked)) change(objectIn(json, 'Data'), asked);
  });
}

/** Changes the errors in the body of responses. */
export function errors(change: (entry: Json) => void): Fault {
  return body(isAny, (json) => {
    for (const entry of (json['Errors'] ?? []) as Json[]) change(entry);
  });
}

/** Sets or removes a header of responses. */
export function header(which: Which, name: string, value?: string): Fault {
  return {
    response: ({ headers }, asked) => {
      if (!which(asked)) return;
      if (value === undefined) Reflect.deleteProperty(headers, name);
      else headers[name] = value;
    },
  };
}

/** Sets or removes a header of requests, so that the bank does not see the TPP's own one. */
export function requestHeader(which: Which, name: string, value: () => string): Fault {
  return {
    request: (asked) => {
      if (which(asked)) asked.headers[name] = value();
      return undefined;
    },
  };
}

/** Changes the JSON body of requests. The proxy signs them again. */
export function requestBody(which: Which, change: (json: Json, asked: Asked) => void): Fault {
  return {
    request: (asked) => {
      const json = jsonIn(asked.body);
      if (!which(asked) || Object.keys(json).length === 0) return undefined;
      const before = JSON.stringify(json);
      change(json, asked);
      const after = JSON.stringify(json);
      if (before === after) return undefined;
      asked.body = Buffer.from(after);
      asked.isSignedAgain = true;
      return undefined;
    },
  };
}

/** Changes the bank's signatures. */
export function signature(which: Which, flaw: Answered['flaw']): Fault {
  return {
    response: (answered, asked) => {
      if (which(asked)) answered.flaw = flaw;
    },
  };
}

/** Accepts uploads that the bank refuses with such an error, and shows the consent as uploaded. */
export function acceptUploads(pattern: RegExp, accepted = 'AwaitingAuthorisation'): Fault {
  return {
    response: (answered, asked, memory) => {
      const id = consentIdIn(asked);
      if (isUpload(asked) && answered.status === 400 && pattern.test(answered.body.toString())) {
        memory.set(id, true);
        answered.status = 200;
        answered.body = Buffer.alloc(0);
      }
      if (!isConsentRead(asked) || !memory.has(id)) return;
      const json = jsonIn(answered.body);
      objectIn(json, 'Data')['Status'] = accepted;
      answered.body = Buffer.from(JSON.stringify(json));
    },
  };
}
