import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * class-validator gathers the rules of a class anew for every object that it judges, looking through all classes for those
 * that it extends: of a quiz's ten answers eleven times. They are the same as long as no rule is added. Only as the product
 * asks (no groups, no schema); whoever asks otherwise gets what the package finds.
 */
export function rememberRules(storage: Storage = getMetadataStorage()): void {
  const { getTargetValidationMetadatas, groupByPropertyName, addValidationMetadata } = storage;
  let ofClass = new Map<Function, Rules>();
  const byProperty = new WeakMap<Rules, ReturnType<Storage['groupByPropertyName']>>();

  storage.addValidationMetadata = function (rule) {
    ofClass = new Map();
    addValidationMetadata.call(this, rule);
  };
  storage.getTargetValidationMetadatas = function (judged, schema, always, strict, groups) {
    const gather = () => getTargetValidationMetadatas.call(this, judged, schema, always, strict, groups);
    if (always || strict || groups?.length) return gather();
    let rules = ofClass.get(judged);
    if (!rules) ofClass.set(judged, (rules = gather()));
    return rules;
  };
  storage.groupByPropertyName = function (rules) {
    let groups = byProperty.get(rules);
    if (!groups) byProperty.set(rules, (groups = groupByPropertyName.call(this, rules)));
    return groups;
  };
}
