declare const unit: unique symbol;

/**
 * A number with a unit or a string with a format, for example `Pence`, `Milliseconds` or
 * `AccountNumber`. A plain number or string is accepted, so that literals and the results of
 * arithmetic need no conversion. A value with another unit or format is not.
 */
export type Flavour<Base, Unit extends string> = Base & { readonly [unit]?: Unit };
