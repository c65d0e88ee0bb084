import type { Pence } from '../../shared/money.ts';

/** Who pays what a payment costs (OpenAPI 3.1.9, OBChargeBearerType1Code). */
export type ChargeBearer = 'BorneByCreditor' | 'BorneByDebtor' | 'FollowingServiceLevel' | 'Shared';

/** What the debtor is charged for a payment, in pence, by who bears its costs. */
export type Tariff = Readonly<Record<Exclude<ChargeBearer, 'FollowingServiceLevel'>, Pence>>;

export const FREE: Tariff = { Shared: 0, BorneByDebtor: 0, BorneByCreditor: 0 };
