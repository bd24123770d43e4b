import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import type { Role } from '../contract/resource';
import { keyScopesOf } from '../platform/http/public-routes';
import { ALLOWED, PUBLIC, WITHOUT_SECOND_FACTOR, type Opened } from './access';

export interface Door {
  method: string;
  path: string;
  /** Why it is open; undefined: closed. */
  open: string | undefined;
  allowed: readonly Role[];
  /** The scopes of which an API key needs one; empty: keys are not admitted. */
  key_scopes: readonly ApiKeyScope[];
  /** Why a session that lacks a required second factor may pass; undefined: it may not. */
  without_second_factor: string | undefined;
}

/** Every route and who may pass; a route that says neither `@Public` nor `@Allow` keeps the product from starting. */
@Injectable()
export class Doors implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const silent = this.all().filter((door) => door.open === undefined && !door.allowed.length);
    if (silent.length) {
      const names = silent.map((door) => `${door.method} ${door.path}`).join(', ');
      throw new Error(`Say @Allow(…) or @Public('why') on: ${names}`);
    }
  }

  all(): Door[] {
    const doors: Door[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      const prefixes = pathsOf(metatype);
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name] as Function;
        if (Reflect.getMetadata(PATH_METADATA, handler) === undefined) continue;
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        const open = this.reflector.getAllAndOverride<Opened | string | undefined>(PUBLIC, [
          handler as never,
          metatype as never,
        ]);
        const allowed = this.reflector.getAllAndOverride<readonly Role[] | undefined>(ALLOWED, [
          handler as never,
          metatype as never,
        ]);
        for (const prefix of prefixes) {
          for (const path of pathsOf(handler)) {
            doors.push({
              method,
              path: `/${[prefix, path]
                .map((part) => part.replace(/^\/|\/$/g, ''))
                .filter(Boolean)
                .join('/')}`,
              open: open === undefined ? undefined : typeof open === 'string' ? open : open.why,
              allowed: allowed ?? [],
              without_second_factor: this.reflector.getAllAndOverride<string | undefined>(WITHOUT_SECOND_FACTOR, [
                handler as never,
                metatype as never,
              ]),
              key_scopes: allowed?.includes('api_key') ? keyScopesOf(handler, metatype) : [],
            });
          }
        }
      }
    }
    return doors.sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
  }
}

function pathsOf(target: Function): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[];
  return Array.isArray(path) ? path : [path];
}
