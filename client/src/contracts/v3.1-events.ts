/*
 * Generated from events-openapi-3.1.9r7.json by client/generate-contracts.ts. Do not edit.
 * The document is published by Open Banking Limited (https://www.openbanking.org.uk/open-licence).
 */
export interface paths {
    readonly "/event-subscriptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["GetEventSubscriptions"];
        readonly put?: never;
        readonly post: operations["CreateEventSubscriptions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/event-subscriptions/{EventSubscriptionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["ChangeEventSubscriptionsEventSubscriptionId"];
        readonly post?: never;
        readonly delete: operations["DeleteEventSubscriptionsEventSubscriptionId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["CreateEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Format: date-time */
        readonly ISODateTime: string;
        readonly Links: {
            /** Format: uri */
            readonly First?: string;
            /** Format: uri */
            readonly Last?: string;
            /** Format: uri */
            readonly Next?: string;
            /** Format: uri */
            readonly Prev?: string;
            /** Format: uri */
            readonly Self: string;
        };
        readonly Meta: {
            readonly FirstAvailableDateTime?: components["schemas"]["ISODateTime"];
            readonly LastAvailableDateTime?: components["schemas"]["ISODateTime"];
            /** Format: int32 */
            readonly TotalPages?: number;
        };
        readonly OBError1: {
            readonly ErrorCode: string;
            readonly Message: string;
            readonly Path?: string;
            readonly Url?: string;
        };
        readonly OBErrorResponse1: {
            readonly Code: string;
            readonly Errors: readonly components["schemas"]["OBError1"][];
            readonly Id?: string;
            readonly Message: string;
        };
        readonly OBEventPolling1: {
            readonly ack?: readonly string[];
            readonly maxEvents?: number;
            readonly returnImmediately?: boolean;
            readonly setErrs?: {
                readonly [key: string]: {
                    readonly description: string;
                    readonly err: string;
                };
            };
        };
        readonly OBEventPollingResponse1: {
            readonly moreAvailable: boolean;
            readonly sets: {
                readonly [key: string]: string;
            };
        };
        readonly OBEventSubscription1: {
            readonly Data: {
                /** Format: uri */
                readonly CallbackUrl?: string;
                readonly EventTypes?: readonly string[];
                readonly Version: components["schemas"]["Version"];
            };
        };
        readonly OBEventSubscriptionResponse1: {
            readonly Data: {
                /** Format: uri */
                readonly CallbackUrl?: string;
                readonly EventSubscriptionId: string;
                readonly EventTypes?: readonly string[];
                readonly Version: components["schemas"]["Version"];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBEventSubscriptionsResponse1: {
            readonly Data: {
                readonly EventSubscription?: readonly {
                    /** Format: uri */
                    readonly CallbackUrl?: string;
                    readonly EventSubscriptionId: string;
                    readonly EventTypes?: readonly string[];
                    readonly Version: components["schemas"]["Version"];
                }[];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly Version: string;
    };
    responses: {
        readonly "200EventsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventPollingResponse1"];
            };
        };
        readonly "200EventSubscriptionsEventSubscriptionIdChanged": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionResponse1"];
            };
        };
        readonly "200EventSubscriptionsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionsResponse1"];
            };
        };
        readonly "201EventsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventPollingResponse1"];
            };
        };
        readonly "201EventSubscriptionsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionResponse1"];
            };
        };
        readonly "204EventSubscriptionsEventSubscriptionIdDeleted": {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        readonly Authorization: string;
        readonly EventSubscriptionId: string;
        readonly "x-customer-user-agent": string;
        readonly "x-fapi-auth-date": string;
        readonly "x-fapi-customer-ip-address": string;
        readonly "x-fapi-interaction-id": string;
        readonly "x-idempotency-key": string;
        readonly "x-jws-signature": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly GetEventSubscriptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200EventSubscriptionsRead"];
        };
    };
    readonly CreateEventSubscriptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBEventSubscription1"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201EventSubscriptionsCreated"];
        };
    };
    readonly ChangeEventSubscriptionsEventSubscriptionId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly EventSubscriptionId: components["parameters"]["EventSubscriptionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionResponse1"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["200EventSubscriptionsEventSubscriptionIdChanged"];
        };
    };
    readonly DeleteEventSubscriptionsEventSubscriptionId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly EventSubscriptionId: components["parameters"]["EventSubscriptionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["204EventSubscriptionsEventSubscriptionIdDeleted"];
        };
    };
    readonly CreateEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBEventPolling1"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["200EventsRead"];
            readonly 201: components["responses"]["201EventsCreated"];
        };
    };
}
