/** Current time of the database, in milliseconds. The clocks of the nodes need not agree. */
export const NOW_MS = 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)';
