import type { Pence } from '../../shared/money.ts';

/** The party that pays the charges (OpenAPI 3.1.9, OBChargeBearerType1Code). */
export type ChargeBearer = 'BorneByCreditor' | 'BorneByDebtor' | 'FollowingServiceLevel' | 'Shared';

/** The charge that the debtor pays in pence, for each charge bearer. */
export type Tariff = Readonly<Record<Exclude<ChargeBearer, 'FollowingServiceLevel'>, Pence>>;

export const FREE: Tariff = { Shared: 0, BorneByDebtor: 0, BorneByCreditor: 0 };
