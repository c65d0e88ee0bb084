import { parentPort, workerData } from 'node:worker_threads';
import { packDirectory } from '../auth/directory/parts.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (process.platform === 'linux') lowerThreadPriority();

parentPort?.postMessage(packDirectory(workerData as string));
