import { executing } from './execute-packet';

export type Done = (error: (Error & { errno?: number }) | null, rows: unknown) => void;
/** A connection of the driver's. */
export interface Asked {
  query(sql: string, parameters: readonly unknown[], done: Done): void;
  execute(sql: string, parameters: readonly unknown[], done: Done): object | undefined;
  destroy(): void;
}

/** What mysql2 keeps of a statement that a connection has prepared. */
interface Statement {
  id: number;
  columns: unknown[];
  parameters: unknown[];
  close(): unknown;
}
/** A packet as it is read: it stands between `start` and `end` of a larger buffer, its own bytes behind a head of four. */
interface Packet {
  buffer: Buffer;
  start: number;
  end: number;
  isEOF(): boolean;
}
type PacketClass = new (id: number, buffer: Buffer, start: number, end: number) => Packet;
interface Connection extends Asked {
  config: { clientFlags: number; constructor: unknown };
  serverCapabilityFlags: number;
  addCommand(command: Execute): unknown;
  writePacket(packet: object): void;
  protocolError(message: string): void;
}
/** mysql2's own command, as far as it is used here: each step names the one for the next packet. */
interface Execute {
  statement: Statement;
  options: object;
  _connection: Connection;
  _fieldCount: number;
  _receivedFieldsCount: number;
  _resultIndex: number;
  _fields: unknown[][];
  _currentFields: unknown[];
  _rowParser: unknown;
  start(packet: unknown, connection: Connection): unknown;
  resultsetHeader(packet: Packet, connection: Connection): unknown;
  readField(packet: Packet, connection: Connection): unknown;
  row(packet: Packet, connection: Connection): unknown;
  buildParserFromFields(fields: unknown[], connection: Connection): new () => unknown;
}
type ExecuteClass = new (asked: { sql: string; values: unknown[]; statement: Statement }, done: Done) => Execute;

/** What a statement was answered with last: its columns as they came, as they were read, and the reader of their rows. */
interface Answered {
  packets: readonly Buffer[];
  fields: unknown[];
  reader: new () => unknown;
}
/** Of one text, whichever connection it is asked on. */
export interface Columns {
  known?: Answered;
}
interface Question {
  sql: string;
  /** Buffers, texts, numbers and null. */
  values: readonly unknown[];
  columns: Columns;
}

/** Where parameters may have names (MySQL 8.0.23 and later) the driver writes them. */
const QUERY_ATTRIBUTES = 1 << 27;

/**
 * Statements that were prepared before, without what mysql2 does anew each time: its own command reads the definition of
 * each column at each answer, looks the rows' reader up by all of their names, and writes whole numbers by way of BigInt,
 * which is half of what a short statement costs in the driver. The server sends the definitions each time: where their bytes
 * are those of the time before, so is what was made of them.
 */
export class PreparedAgain {
  private readonly prepared = new WeakMap<object, Map<string, Statement>>();
  private again: (new (statement: Statement, question: Question, done: Done) => Execute) | undefined;

  /** @returns false: not prepared on this connection; then it is the driver's to ask */
  ask(asked: Asked, question: Question, done: Done): boolean {
    const statement = this.prepared.get(asked)?.get(question.sql);
    if (!statement) return false;
    (asked as Connection).addCommand(new this.again!(statement, question, done));
    return true;
  }

  /** @param command the driver's own, which has prepared the statement and was answered */
  learn(asked: Asked, sql: string, command: object | undefined): void {
    const { config, serverCapabilityFlags } = asked as Connection;
    const { statement } = (command ?? {}) as Partial<Execute>;
    if (!statement || config.clientFlags & serverCapabilityFlags & QUERY_ATTRIBUTES) return;
    this.again ??= againOf(command!.constructor as ExecuteClass);
    let known = this.prepared.get(asked);
    if (!known) this.prepared.set(asked, (known = new Map()));
    known.set(sql, statement);
    // A dozen facts of each column, a hundred statements on each of sixteen connections: nobody asks for them.
    [statement.columns, statement.parameters] = [[], []];
    const { close } = statement;
    // The driver closes what lies behind too many others.
    statement.close = () => {
      known.delete(sql);
      return close.call(statement);
    };
  }
}

const kept = new WeakMap<object, object>();

function optionsOf({ config }: Connection): object {
  let options = kept.get(config);
  const { queryOptions } = config.constructor as { queryOptions(config: object, more: object): object };
  if (!options) kept.set(config, (options = queryOptions(config, {})));
  return options;
}

function againOf(Base: ExecuteClass) {
  return class extends Base {
    private known: Answered | undefined;
    /** From the first column on that is another than before. */
    private anew: { packets: Buffer[]; fields: unknown[] } | undefined;

    constructor(
      statement: Statement,
      private readonly question: Question,
      done: Done,
    ) {
      super({ sql: question.sql, values: [], statement }, done);
    }

    override start(_packet: unknown, connection: Connection): unknown {
      this._connection = connection;
      this.options = optionsOf(connection);
      this.known = this.question.columns.known;
      connection.writePacket(executing(this.statement.id, this.question.values));
      return this.resultsetHeader;
    }

    override readField(packet: Packet, connection: Connection): unknown {
      const at = this._receivedFieldsCount;
      const before = this.anew ? undefined : this.known?.packets[at];
      if (before && packet.buffer.compare(before, 4, before.length, packet.start + 4, packet.end) === 0)
        this._receivedFieldsCount++;
      else this.read(packet, connection, at);
      if (this._receivedFieldsCount < this._fieldCount) return this.readField;
      this.settle(connection);
      return this.afterFields;
    }

    private read(packet: Packet, connection: Connection, at: number): void {
      const { packets = [], fields = [] } = this.known ?? {};
      this.anew ??= { packets: packets.slice(0, at), fields: fields.slice(0, at) };
      // A copy: what is read of it refers to its bytes, and the driver's buffer is a large one.
      const own = Buffer.from(packet.buffer.subarray(packet.start, packet.end));
      this.anew.packets.push(own);
      this._fields[this._resultIndex] = this.anew.fields;
      super.readField(new (packet.constructor as PacketClass)(0, own, 0, own.length), connection);
    }

    private settle(connection: Connection): void {
      if (this.anew || this.known!.packets.length !== this._fieldCount) {
        const { packets, fields } = this.anew ?? this.known!;
        const columns = { packets: packets.slice(0, this._fieldCount), fields: fields.slice(0, this._fieldCount) };
        this.known = { ...columns, reader: this.buildParserFromFields(columns.fields, connection) };
        this.question.columns.known = this.known;
      }
      const { fields, reader } = this.known!;
      this._currentFields = this._fields[this._resultIndex] = fields;
      this._rowParser = new reader();
    }

    private afterFields(packet: Packet, connection: Connection): unknown {
      return packet.isEOF() ? this.row : connection.protocolError('Expected EOF packet');
    }
  };
}
