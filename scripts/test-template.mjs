// Creates one migrated database per engine, which each test file copies (test/support/template.ts), because migrations
// on MariaDB take longer than many tests. Uses the built API.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { fixClock } from '../test/support/clock-offset.cjs';

export { fixClock };

const require = createRequire(join(root, 'package.json'));
const fixedClock = join(root, 'test', 'support', 'fixed-clock.cjs');

/**
 * @param {string} folder for the template; deleted after the run
 * @param {{ engine: 'sqlite' | 'mariadb', server?: string }} where
 * @returns {Promise<string>} SQLite: the database file; MariaDB: a file with the SQL that creates a copy
 */
export async function createTemplate(folder, { engine, server }) {
  if (engine === 'sqlite') {
    const file = join(folder, 'template.db');
    await migrateDatabase(`sqlite:${file}`);
    return file;
  }
  const template = join(folder, 'template.sql');
  const name = `skilgrid_test_template_${process.pid}_${randomBytes(4).toString('hex')}`;
  const { createConnection } = require('mysql2/promise');
  const connection = await createConnection(server.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query('CREATE DATABASE ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', [name]);
    await migrateDatabase(new URL(name, server).toString());
    await connection.query('USE ??', [name]);
    writeFileSync(template, await dumpDatabase(connection));
  } finally {
    await connection.query('DROP DATABASE IF EXISTS ??', [name]);
    await connection.end();
  }
  return template;
}

/**
 * Seeds the demo data once for all journeys (test/support/browser.ts), by starting the product.
 * @returns {Promise<string>} its data folder
 */
export async function createDemo(folder) {
  fixClock();
  const demo = join(folder, 'demo');
  const product = spawn(process.execPath, ['--require', fixedClock, join(root, 'dist', 'main.js')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      SEED_DEMO: 'on',
      PORT: '0',
      DATA_DIR: demo,
      DATABASE_URL: `sqlite:${join(demo, 'journey.db')}`,
      PUBLIC_URL: 'http://127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  product.stdout.on('data', (part) => part.includes('listens on') && product.kill('SIGTERM'));
  const code = await new Promise((done) => product.once('exit', done));
  if (code !== 0) throw new Error(`The demo data of the journeys could not be created (exit code ${code}).`);
  return demo;
}

async function migrateDatabase(url) {
  const { openDataSource } = require('./dist/infrastructure/database/data-source.js');
  const { migrate } = require('./dist/infrastructure/database/migrate.js');
  const { migrations } = require('./dist/migrations.js');
  const { entities } = require('./dist/schema.js');
  const dataSource = await openDataSource({ url, entities, migrations });
  await migrate(dataSource);
  await dataSource.destroy();
}

/** SQL for all tables and the rows that migrations wrote; without foreign key checks, so any order works. */
async function dumpDatabase(connection) {
  const lines = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query('SHOW TABLES');
  for (const table of tables.map((row) => Object.values(row)[0])) {
    const [[definition]] = await connection.query('SHOW CREATE TABLE ??', [table]);
    lines.push(definition['Create Table']);
    const [rows] = await connection.query('SELECT * FROM ??', [table]);
    if (rows.length) lines.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows.map(Object.values)]));
  }
  return [...lines, 'SET foreign_key_checks = 1'].join(';\n');
}
