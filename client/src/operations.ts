import type { paths as EventsV3 } from './contracts/v3.1-events.ts';
import type { paths as PaymentsV3 } from './contracts/v3.1-payments.ts';
import type { paths as VrpV3 } from './contracts/v3.1-vrp.ts';
import type { paths as EventsV4 } from './contracts/v4.0-events.ts';
import type { paths as PaymentsV4 } from './contracts/v4.0-payments.ts';
import type { paths as VrpV4 } from './contracts/v4.0-vrp.ts';

/** The published paths of each version of the standard. */
interface Contracts {
  'v3.1': PaymentsV3 & VrpV3 & EventsV3;
  'v4.0': PaymentsV4 & VrpV4 & EventsV4;
}

/** A version of the UK standard. */
export type Version = keyof Contracts;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type OperationsOf<Paths> = {
  [Path in keyof Paths & string]: {
    [Name in Method]: Paths[Path] extends Readonly<Record<Name, object>>
      ? `${Uppercase<Name>} ${Path}`
      : never;
  }[Method];
}[keyof Paths & string];

/** Names of the operations of a version, for example `POST /domestic-payments`. */
export type Operation<V extends Version = Version> = V extends Version
  ? OperationsOf<Contracts[V]>
  : never;

type Described<V extends Version, Name extends string> = Name extends `${infer M} ${infer Path}`
  ? Path extends keyof Contracts[V]
    ? Lowercase<M> extends keyof Contracts[V][Path]
      ? Contracts[V][Path][Lowercase<M>]
      : never
    : never
  : never;

type JsonOf<Body> = Body extends { readonly content: infer Content }
  ? Content[keyof Content]
  : never;

/** Body of the request of an operation. Undefined if it has none. */
export type RequestBody<V extends Version, Name extends string> =
  Described<V, Name> extends { readonly requestBody: infer Body } ? JsonOf<Body> : undefined;

type Succeeded<Responses> = Responses extends { readonly 201: infer Created }
  ? JsonOf<Created>
  : Responses extends { readonly 200: infer Ok }
    ? JsonOf<Ok>
    : undefined;

/** Body of the successful response of an operation. Undefined if it has none. */
export type ResponseBody<V extends Version, Name extends string> =
  Described<V, Name> extends { readonly responses: infer Responses }
    ? Succeeded<Responses>
    : undefined;

type Segments<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Segments<Rest>
  : never;

/** Names of the parameters in the path of an operation, for example `ConsentId`. */
export type PathParameter<Name extends string> = Segments<Name>;

/** The rules for a request that depend on its operation (UK standard, table of endpoints). */
export interface OperationRules {
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  /** True if the request needs the token that a customer's approval produced. */
  readonly needsCustomerToken: boolean;
  /** True if the bank requires an idempotency key. */
  readonly hasIdempotencyKey: boolean;
  /** True if the operation changes nothing, so that a repeat without a key is safe. */
  readonly isRead: boolean;
  /** Part of the API that contains the path. */
  readonly group: 'pisp' | 'vrp' | 'events' | 'extension';
}

const FUNDS = '/funds-confirmation';

/** Returns the rules of an operation. */
export function rulesOf(operation: string): OperationRules {
  const [method = '', path = ''] = operation.split(' ');
  const isPost = method === 'POST';
  const isEvents = path.startsWith('/event');
  const confirmsFunds = path.endsWith(FUNDS);
  const createsPayment =
    isPost && !isEvents && !confirmsFunds && !path.includes('-consents') && !path.endsWith('/file');
  return {
    ...{ method, path },
    needsCustomerToken: createsPayment || confirmsFunds,
    // PUT and PATCH migrate consents of VRPs.
    hasIdempotencyKey: ['POST', 'PUT', 'PATCH'].includes(method) && !isEvents && !confirmsFunds,
    // Polling returns an event again until it is acknowledged, and an acknowledgement can be
    // repeated.
    isRead: method === 'GET' || confirmsFunds || path === '/events',
    group: isEvents ? 'events' : path.includes('-vrp') ? 'vrp' : 'pisp',
  };
}

/** Returns the rules of an address outside the standard. Only the caller's own id makes a key. */
export function extensionRules({
  operation,
  idempotencyId,
}: {
  readonly operation: string;
  readonly idempotencyId?: string;
}): OperationRules {
  const [method = '', path = ''] = operation.split(' ');
  return {
    ...{ method, path, needsCustomerToken: false, group: 'extension' },
    hasIdempotencyKey: idempotencyId !== undefined,
    isRead: method === 'GET',
  };
}

/** Fills the parameters of a path. Throws TypeError if one is missing. */
export function filled(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs params.${name}.`);
    return encodeURIComponent(value);
  });
}
