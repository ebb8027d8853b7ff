import { createRequire } from "node:module"; import { brotliCompressSync, gzipSync } from "node:zlib"; import { readFileSync } from "node:fs";
const { parse } = createRequire(import.meta.url)("acorn");
const src = readFileSync("dist/index.js","utf8"); const code = src.replace(/\nvar MODULE="[^"]*";\n/,"");
const mod = src.slice(code.length);
const size=(c)=>(brotliCompressSync(c+mod).length+gzipSync(c+mod,{level:9}).length)/2;
const base=size(code);
const out=[];
const ast=parse(code,{ecmaVersion:"latest",sourceType:"module"});
function visit(n){ if(!n||typeof n.type!=="string")return; const len=n.end-n.start;
 if(len>=+process.argv[2]&&len<=+process.argv[3]&&/Statement|Declaration|Function|Definition|Property|Declarator/.test(n.type)&&n.type!=="BlockStatement") out.push([base-size(code.slice(0,n.start)+code.slice(n.end)),len,n.type,code.slice(n.start,n.start+150)]);
 for(const k of Object.keys(n)){const v=n[k]; if(Array.isArray(v))v.forEach(visit); else if(v&&typeof v==="object")visit(v);} }
visit(ast);
out.sort((a,b)=>b[0]-a[0]); for(const o of out.slice(0,+process.argv[4])) console.log(o[0].toFixed(0).padStart(5),String(o[1]).padStart(5),o[2].slice(0,12).padEnd(12),o[3].replace(/\n/g," "));
