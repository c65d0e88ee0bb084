import { parentPort, workerData } from 'node:worker_threads';
import { packDirectory } from '../auth/directory/parts.ts';
import { giveWay } from './thread-priority.ts';

if (process.platform === 'linux') giveWay();

parentPort?.postMessage(packDirectory(workerData as string));
