declare const unit: unique symbol;

/**
 * A number with a unit, for example `Pence` or `Milliseconds`. A plain number is accepted, so that
 * literals and the results of arithmetic need no conversion. A number of another unit is not.
 */
export type Flavour<Base, Unit extends string> = Base & { readonly [unit]?: Unit };
