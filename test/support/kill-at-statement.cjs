// Loaded before the product (NODE_OPTIONS): the process kills itself with SIGKILL at the first statement that matches
// DIES_AT: `before` it is sent, `during` it, or `after` it is done (DIES).
const { dirname, join } = require('node:path');

const at = new RegExp(process.env.DIES_AT);
const when = process.env.DIES;
const die = () => process.kill(process.pid, 'SIGKILL');
const matches = (sql) => at.test(String(sql?.sql ?? sql));

const mysql = require(join(dirname(require.resolve('mysql2')), 'lib', 'base', 'connection.js')).prototype;
const { query } = mysql;
mysql.query = function (sql, values, done) {
  if (!matches(sql)) return query.call(this, sql, values, done);
  if (when === 'before') die();
  const command = query.call(this, sql, values, done);
  if (when === 'during') this.stream.write('', die);
  command.once('end', die);
  return command;
};

/** The methods of the package's class cannot be replaced. */
function dying(DatabaseSync) {
  return class extends DatabaseSync {
    prepare(sql) {
      const statement = super.prepare(sql);
      if (!matches(sql)) return statement;
      if (when === 'before') die();
      for (const name of ['run', 'all']) {
        const value = (...values) => {
          const answer = Object.getPrototypeOf(statement)[name].apply(statement, values);
          die();
          return answer;
        };
        Object.defineProperty(statement, name, { value });
      }
      return statement;
    }
  };
}
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest);
  if (request !== 'node:sqlite' && request !== '@photostructure/sqlite') return loaded;
  return { ...loaded, DatabaseSync: dying(loaded.DatabaseSync) };
};
