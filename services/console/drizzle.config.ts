import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/people/store/tables.ts',
  out: './src/store/migrations',
});
