/**
 * A document of CycloneDX 1.6 about a subject. It has no time and no serial number, which the standard leaves optional: the same
 * commit gives the same bytes.
 *
 * Parts have `components` and `dependencies`, a map from references to sets of references; what several of them have is listed once.
 */
export function document(subject, parts) {
  const { "bom-ref": own } = subject;
  const components = new Map();
  const dependencies = new Map();
  for (const part of parts) {
    for (const component of part.components) {
      const { "bom-ref": ref } = component;
      if (ref !== own && components.get(ref)?.scope !== "required") components.set(ref, component);
    }
    for (const [ref, uses] of part.dependencies)
      dependencies.set(ref, new Set([...(dependencies.get(ref) ?? []), ...uses]));
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: subject },
    components: [...components].sort(byReference).map(([, component]) => component),
    dependencies: [...dependencies].sort(byReference).map(([ref, uses]) => ({ ref, dependsOn: [...uses].sort() })),
  };
}

function byReference([one], [other]) {
  return one < other ? -1 : 1;
}
