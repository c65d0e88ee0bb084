/** The database's clock, in milliseconds: the nodes' clocks need not agree. */
export const NOW_MS = 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)';
