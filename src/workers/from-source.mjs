// Threads do not inherit a loader on Node 20, and it cannot read TypeScript itself: this brings
// the loader to a thread that runs the sources. What is built has no need of it.
import { register } from 'tsx/esm/api';

register();
