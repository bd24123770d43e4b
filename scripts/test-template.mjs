// A migrated database is made once for the tests of an engine and copied for each file (test/support/template.ts): the
// migrations take MariaDB longer than the tests of many a file. Made by the API as it was built.
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
 * @param {string} folder where it may stay until the run ends
 * @param {{ engine: 'sqlite' | 'mariadb', server?: string }} where
 * @returns {Promise<string>} the embedded engine's file, or one with the statements that make a copy
 */
export async function madeTemplate(folder, { engine, server }) {
  if (engine === 'sqlite') {
    const file = join(folder, 'template.db');
    await migrated(`sqlite:${file}`);
    return file;
  }
  const template = join(folder, 'template.sql');
  const name = `skilgrid_test_template_${process.pid}_${randomBytes(4).toString('hex')}`;
  const { createConnection } = require('mysql2/promise');
  const connection = await createConnection(server.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query('CREATE DATABASE ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', [name]);
    await migrated(new URL(name, server).toString());
    await connection.query('USE ??', [name]);
    writeFileSync(template, await statementsOf(connection));
  } finally {
    await connection.query('DROP DATABASE IF EXISTS ??', [name]);
    await connection.end();
  }
  return template;
}

/**
 * The demo as the product makes it at its first start, once for all journeys that begin with it (test/support/browser.ts).
 * @returns {Promise<string>} the data folder it left behind
 */
export async function madeDemo(folder) {
  fixClock();
  const demo = join(folder, 'demo');
  const product = spawn(process.execPath, ['--require', fixedClock, join(root, 'dist', 'main.js')], {
    cwd: root,
    env: {
      ...{ ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'error', SEED_DEMO: 'on', PORT: '0' },
      ...{ DATA_DIR: demo, DATABASE_URL: `sqlite:${join(demo, 'journey.db')}`, PUBLIC_URL: 'http://127.0.0.1' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  product.stdout.on('data', (part) => part.includes('listens on') && product.kill('SIGTERM'));
  const code = await new Promise((done) => product.once('exit', done));
  if (code !== 0) throw new Error(`The demo for the journeys could not be made (exit code ${code}).`);
  return demo;
}

async function migrated(url) {
  const { openDataSource } = require('./dist/platform/database/data-source.js');
  const { migrate } = require('./dist/platform/database/migrate.js');
  const { migrations } = require('./dist/migrations.js');
  const { entities } = require('./dist/schema.js');
  const dataSource = await openDataSource({ url, entities, migrations });
  await migrate(dataSource);
  await dataSource.destroy();
}

/** All tables with what the migrations wrote into them; which refers to which does not matter while they are made. */
async function statementsOf(connection) {
  const lines = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query('SHOW TABLES');
  for (const table of tables.map((row) => Object.values(row)[0])) {
    const [[made]] = await connection.query('SHOW CREATE TABLE ??', [table]);
    lines.push(made['Create Table']);
    const [rows] = await connection.query('SELECT * FROM ??', [table]);
    if (rows.length) lines.push(connection.format('INSERT INTO ?? VALUES ?', [table, rows.map(Object.values)]));
  }
  return [...lines, 'SET foreign_key_checks = 1'].join(';\n');
}
