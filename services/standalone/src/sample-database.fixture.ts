export { SAMPLE_AS_OF, sampleDatabase } from '@plat/pipeline/sample-database';
