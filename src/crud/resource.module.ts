import { Injectable, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { TenantRecord } from '../tenancy/tenant-record';
import { withClassName } from './resource-dtos';
import { InjectResourceContext, resourceContextProviders, type ResourceContext } from './resource-context';
import { ResourceService } from './resource.service';
import { createResourceController } from './crud-controller';

/**
 * Module of a resource without own rules: `imports: [CrudResourceModule.forEntity(TrainingLocation)]`. Resources with
 * rules extend `ResourceService`; those with own commands extend `createCrudController` (docs/crud-resources.md).
 */
@Module({})
export class CrudResourceModule {
  static forEntity(entity: Type<TenantRecord>): DynamicModule {
    @Injectable()
    class CrudResourceService extends ResourceService<TenantRecord, ResourceDefinition<Fields>> {
      constructor(@InjectResourceContext(entity) context: ResourceContext<TenantRecord>) {
        super(context);
      }
    }
    const service = withClassName(`${entity.name}Service`, CrudResourceService);
    return {
      module: withClassName(`${entity.name}Module`, class {}),
      providers: [...resourceContextProviders(entity), service],
      controllers: [createResourceController(entity, service)],
    };
  }
}
