import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

// Apart from the app's own configuration, so that building the app needs nothing of what testing it needs.
export default mergeConfig(app, defineConfig({ test: { include: ['tests/**/*.test.ts'], environment: 'node' } }));
