import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import type { Role } from '../contract/resource';
import { keyScopesOf, ALLOWED_ROLES, PUBLIC_ROUTE } from '../common/http/route-metadata';
import { ALLOW_WITHOUT_SECOND_FACTOR, type PublicRouteOptions } from '../tenancy/access.decorators';

export interface RouteAccessRule {
  method: string;
  path: string;
  /** undefined: the route is closed. */
  open: string | undefined;
  allowed: readonly Role[];
  /** The API key needs one of these scopes; empty: API keys are not allowed. */
  key_scopes: readonly ApiKeyScope[];
  /** Why a session without the required second factor is allowed; undefined: it is not. */
  without_second_factor: string | undefined;
}

/** Access rules of all routes. Stops the start when a route has neither `@Public` nor `@Allow`. */
@Injectable()
export class RouteAccessRegistry implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.all().filter((rule) => rule.open === undefined && !rule.allowed.length);
    if (undeclared.length) {
      const names = undeclared.map((rule) => `${rule.method} ${rule.path}`).join(', ');
      throw new Error(`Add @Allow(…) or @Public('reason') to: ${names}`);
    }
  }

  all(): RouteAccessRule[] {
    const rules: RouteAccessRule[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      const prefixes = getPaths(metatype);
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name] as Function;
        if (Reflect.getMetadata(PATH_METADATA, handler) === undefined) continue;
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        const open = this.reflector.getAllAndOverride<PublicRouteOptions | string | undefined>(PUBLIC_ROUTE, [
          handler as never,
          metatype as never,
        ]);
        const allowed = this.reflector.getAllAndOverride<readonly Role[] | undefined>(ALLOWED_ROLES, [
          handler as never,
          metatype as never,
        ]);
        for (const prefix of prefixes) {
          for (const path of getPaths(handler)) {
            rules.push({
              method,
              path: `/${[prefix, path]
                .map((part) => part.replace(/^\/|\/$/g, ''))
                .filter(Boolean)
                .join('/')}`,
              open: open === undefined ? undefined : typeof open === 'string' ? open : open.why,
              allowed: allowed ?? [],
              without_second_factor: this.reflector.getAllAndOverride<string | undefined>(ALLOW_WITHOUT_SECOND_FACTOR, [
                handler as never,
                metatype as never,
              ]),
              key_scopes: allowed?.includes('api_key') ? keyScopesOf(handler, metatype) : [],
            });
          }
        }
      }
    }
    return rules.sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
  }
}

function getPaths(target: Function): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[];
  return Array.isArray(path) ? path : [path];
}
