import { AsyncLocalStorage } from 'node:async_hooks';

/** What stands at each place; every place is somebody's who made an `Ambient`. */
type Places = readonly unknown[];
const NOTHING: Places = [];
const current = new AsyncLocalStorage<Places>();
let made = 0;

/**
 * What is true for a chain of calls and all that it awaits. All of them share one of Node's storages: Node 20 copies each
 * storage's value into every promise that is made, and a short list makes some fifty.
 */
export class Ambient<T> {
  private readonly place = made++;

  getStore(): T | undefined {
    return current.getStore()?.[this.place] as T | undefined;
  }

  run<R>(value: T, work: () => R): R {
    return current.run(this.with(value), work);
  }

  /** Runs `work` without a value. */
  exit<R>(work: () => R): R {
    return current.run(this.with(undefined), work);
  }

  private with(value: T | undefined): Places {
    const places = (current.getStore() ?? NOTHING).slice();
    places[this.place] = value;
    return places;
  }
}
