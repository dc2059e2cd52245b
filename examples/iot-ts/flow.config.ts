import { defineConfig } from 'flowc'

export default defineConfig({ target: 'flink-2.2' })
