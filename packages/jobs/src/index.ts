export { createJobMetrics } from './job-metrics.ts';
export { currentCause, type JobCause, type JobKind, type JobObserver, type Jobs, openJobs, runJob } from './jobs.ts';
