/*
 * Generated from v4/openapi/events-openapi.yaml by client/generate-contracts.ts. Do not edit.
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
        /**
         * Get an Event Subscription
         * @description Enables a TPP to retrieve details of its event notifications subscription.
         */
        readonly get: operations["GetEventSubscriptions"];
        readonly put?: never;
        /**
         * Create an Event Subscription
         * @description Enables a TPP to subscribe to events notifications with an ASPSP.
         */
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
        /**
         * Update an Event Subscription
         * @description Enables a TPP to ask an ASPSP to update its events notifications subscription.
         */
        readonly put: operations["ChangeEventSubscriptionsEventSubscriptionId"];
        readonly post?: never;
        /**
         * Delete an Event Subscription
         * @description Enables a TPP to ask an ASPSP to unsubscribe from events notifications.
         */
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
        /**
         * Create Events
         * @description Enables a TPP to poll for, acknowledge, and receive event notifications.
         */
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
        /**
         * Format: date-time
         * @description All dates in the JSON payloads are represented in ISO 8601 date-time format.
         *     All date-time fields in responses must include the timezone. An example is below:
         *     2017-04-05T10:43:07+00:00
         */
        readonly ISODateTime: string;
        /** @description Links relevant to the payload */
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
        /**
         * MetaData
         * @description Meta Data relevant to the payload
         */
        readonly Meta: {
            readonly FirstAvailableDateTime?: components["schemas"]["ISODateTime"];
            readonly LastAvailableDateTime?: components["schemas"]["ISODateTime"];
            /** Format: int32 */
            readonly TotalPages?: number;
        };
        readonly OBError1: {
            readonly ErrorCode: components["schemas"]["OBExternalStatusReason1Code"];
            /**
             * @description A description of the error that occurred. e.g., 'A mandatory field isn't supplied' or 'RequestedExecutionDateTime must be in future'
             *     OBIE doesn't standardise this field
             */
            readonly Message?: string;
            /** @description Recommended but optional reference to the JSON Path of the field with error, e.g., Data.Initiation.InstructedAmount.Currency */
            readonly Path?: string;
            /** @description URL to help remediate the problem, or provide more information, or to API Reference, or help etc */
            readonly Url?: string;
        };
        /** @description An array of detail error codes, and messages, and URLs to documentation to help remediation. */
        readonly OBErrorResponse1: {
            /**
             * @description Deprecated <br>High level textual error code, to help categorise the errors.
             * @example 400 BadRequest
             */
            readonly Code?: string;
            readonly Errors: readonly components["schemas"]["OBError1"][];
            /** @description A unique reference for the error instance, for audit purposes, in case of unknown/unclassified errors. */
            readonly Id?: string;
            /**
             * @description Deprecated <br>Brief Error message
             * @example There is something wrong with the request parameters provided
             */
            readonly Message?: string;
        };
        readonly OBEventPolling1: {
            readonly ack?: readonly string[];
            /** @description Maximum number of events to be returned. A value of zero indicates the ASPSP should not return events even if available */
            readonly maxEvents?: number;
            /** @description Indicates whether an ASPSP should return a response immediately or provide a long poll */
            readonly returnImmediately?: boolean;
            /** @description An object that encapsulates all negative acknowledgements transmitted by the TPP */
            readonly setErrs?: {
                readonly [key: string]: {
                    /** @description A human-readable string that provides additional diagnostic information */
                    readonly description: string;
                    /**
                     * @description A value from the IANA "Security Event Token Delivery Error Codes" registry that identifies the error as defined here
                     *     https://tools.ietf.org/id/draft-ietf-secevent-http-push-03.html#error_codes
                     */
                    readonly err: string;
                };
            };
        };
        readonly OBEventPollingResponse1: {
            /** @description A JSON boolean value that indicates if more unacknowledged event notifications are available to be returned. */
            readonly moreAvailable: boolean;
            /** @description A JSON object that contains zero or more nested JSON attributes. If there are no outstanding event notifications to be transmitted, the JSON object SHALL be empty. */
            readonly sets: {
                readonly [key: string]: string;
            };
        };
        readonly OBEventSubscription1: {
            readonly Data: {
                /**
                 * Format: uri
                 * @description Callback URL for a TPP hosted service. Will be used by ASPSPs, in conjunction with the resource name, to construct a URL to send event notifications to.
                 */
                readonly CallbackUrl?: string;
                readonly EventTypes?: readonly string[];
                readonly Version: components["schemas"]["Version"];
            };
        };
        readonly OBEventSubscriptionResponse1: {
            readonly Data: {
                /**
                 * Format: uri
                 * @description Callback URL for a TPP hosted service. Will be used by ASPSPs, in conjunction with the resource name, to construct a URL to send event notifications to.
                 */
                readonly CallbackUrl?: string;
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the callback URL resource. */
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
                    /**
                     * Format: uri
                     * @description Callback URL for a TPP hosted service. Will be used by ASPSPs, in conjunction with the resource name, to construct a URL to send event notifications to.
                     */
                    readonly CallbackUrl?: string;
                    /** @description Unique identification as assigned by the ASPSP to uniquely identify the callback url resource. */
                    readonly EventSubscriptionId: string;
                    readonly EventTypes?: readonly string[];
                    readonly Version: components["schemas"]["Version"];
                }[];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        /**
         * @description Low level textual error code, for all enum values see `OBExternalStatusReason1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets/)
         * @example U001
         */
        readonly OBExternalStatusReason1Code: string;
        /** @description Version for the event notification. */
        readonly Version: string;
    };
    responses: {
        /** @description Read awaiting events */
        readonly "200EventsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventPollingResponse1"];
            };
        };
        /** @description Event Subscription Changed */
        readonly "200EventSubscriptionsEventSubscriptionIdChanged": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionResponse1"];
            };
        };
        /** @description Event Subscription Read */
        readonly "200EventSubscriptionsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionsResponse1"];
            };
        };
        /** @description Events Created */
        readonly "201EventsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventPollingResponse1"];
            };
        };
        /** @description Event Subscription Created */
        readonly "201EventSubscriptionsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBEventSubscriptionResponse1"];
            };
        };
        /** @description Event Subscription Deleted */
        readonly "204EventSubscriptionsEventSubscriptionIdDeleted": {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description An Authorisation Token as per https://tools.ietf.org/html/rfc6750 */
        readonly Authorization: string;
        /** @description EventSubscriptionId */
        readonly EventSubscriptionId: string;
        /**
         * @description Only used if an ASPSP requires the client ID in order to return rate limit headers.
         *
         *     TPPs __must__ refer to ASPSP developer portals for further information on any rate limit policies, if the headers are supported and any additional requirements.
         *
         *     This header __must not__ be used for client authentication
         */
        readonly "x-client-id": string;
        /** @description Indicates the user-agent that the PSU is using. */
        readonly "x-customer-user-agent": string;
        /**
         * @description The time when the PSU last logged in with the TPP.
         *     All dates in the HTTP headers are represented as RFC 7231 Full Dates. An example is below:
         *     Sun, 10 Sep 2017 19:43:31 UTC
         */
        readonly "x-fapi-auth-date": string;
        /** @description The PSU's IP address if the PSU is currently logged in with the TPP. */
        readonly "x-fapi-customer-ip-address": string;
        /** @description An RFC4122 UID used as a correlation id. */
        readonly "x-fapi-interaction-id": string;
        /**
         * @description Every request will be processed only once per x-idempotency-key.  The
         *     Idempotency Key will be valid for 24 hours.
         */
        readonly "x-idempotency-key": string;
        /** @description A detached JWS signature of the body of the payload. */
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
        /** @description Default */
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
                /** @description EventSubscriptionId */
                readonly EventSubscriptionId: components["parameters"]["EventSubscriptionId"];
            };
            readonly cookie?: never;
        };
        /** @description Default */
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
                /** @description EventSubscriptionId */
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
        /** @description Default */
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
