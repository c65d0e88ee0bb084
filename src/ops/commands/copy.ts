import { isAbsolute } from 'node:path';
import type { Backup } from '../../domain/ports/store-admin.ts';
import { CommandRefused, type ControlCommand } from '../control.ts';

/**
 * `copy <absolute path>`: copies the database to a new file, one copy at a time. Stops when the
 * client disconnects.
 */
export function copyCommand(store: Backup<string>): ControlCommand {
  let isCopying = false;
  return async (to, { isGone, send }) => {
    if (!isAbsolute(to)) throw new CommandRefused('The path must be absolute.');
    if (isCopying) throw new CommandRefused('Another backup is already running.');
    isCopying = true;
    let shownPercent = -1;
    try {
      await store.backup(to, (done, of) => {
        if (isGone()) throw new Error('The client disconnected.');
        const percent = Math.floor((100 * done) / of);
        if (percent === shownPercent) return;
        shownPercent = percent;
        send({ kind: 'progress', done, of });
      });
    } finally {
      isCopying = false;
    }
  };
}
