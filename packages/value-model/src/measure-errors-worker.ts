/** A thread that measures errors: takes a task as its data, posts the errors and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type MeasuringTask, measureErrors } from './measure-errors.ts';

parentPort?.postMessage(measureErrors(workerData as MeasuringTask));
