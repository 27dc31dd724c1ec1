export { type PrivateRedisCluster, startPrivateRedisCluster } from './private-redis-cluster.ts';
