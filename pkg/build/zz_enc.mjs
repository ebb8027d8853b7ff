import { brotliCompressSync, constants } from "node:zlib"; import { execFileSync } from "node:child_process"; import {readFileSync} from "node:fs";
const gz = (c) => execFileSync("gzip",["-9","--no-name","--stdout"],{input:c}).length;
const src = readFileSync("dist/index.js","utf8"); const code = src.replace(/\nvar MODULE="[^"]*";\n/,"");
const bytes = readFileSync("dist/wasm/candor.wasm");
const printable = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter(c=>c!=="<"&&c!=="\\");
const freq=new Array(256).fill(0); for (const b of bytes) freq[b]++;
const show=(n,enc)=>{ const w=code+`\nvar MODULE="${enc}";\n`; console.log(n.padEnd(24), enc.length, gz(w), brotliCompressSync(w).length, brotliCompressSync(w,{params:{[constants.BROTLI_PARAM_LGWIN]:24}}).length); };
show("now", Array.from(bytes,b=>["", " ", "!"][Math.floor(b/90)]+printable[b%90]).join(""));
// rotation
for (let r=0;r<256;r+=8) show("rot"+r, Array.from(bytes,x=>{const b=(x+r)&255; return ["", " ", "!"][Math.floor(b/90)]+printable[b%90];}).join(""));
const order=[...freq.keys()].sort((a,b)=>freq[b]-freq[a]); const inv=[]; order.forEach((b,i)=>inv[b]=i);
show("freq", Array.from(bytes,x=>{const b=inv[x]; return ["", " ", "!"][Math.floor(b/90)]+printable[b%90];}).join(""));
// keep order, top 90 by freq in ascending order
const top=order.slice(0,90).sort((a,b)=>a-b), rest=order.slice(90).sort((a,b)=>a-b); const ord2=[...top,...rest]; const inv2=[]; ord2.forEach((b,i)=>inv2[b]=i);
show("freq asc", Array.from(bytes,x=>{const b=inv2[x]; return ["", " ", "!"][Math.floor(b/90)]+printable[b%90];}).join(""));
for (const k of [3,5,7,31,33,91,127,129]) show("mul"+k, Array.from(bytes,x=>{const b=(x*k)&255; return ["", " ", "!"][Math.floor(b/90)]+printable[b%90];}).join(""));
for (const k of [16,32,64,96,24,48,112]) show("xor"+k, Array.from(bytes,x=>{const b=x^k; return ["", " ", "!"][Math.floor(b/90)]+printable[b%90];}).join(""));
// latin: bytes 128+ as U+0080..: two UTF-8 bytes
show("latin raw utf8", Array.from(bytes,x=>{ return x<90?printable[x]:String.fromCharCode(0xa0+x); }).join(""));
console.log(order.slice(0,100).map(b=>b.toString(16)+":"+freq[b]).join(" "));
console.log("code only", brotliCompressSync(code).length, gz(code));
